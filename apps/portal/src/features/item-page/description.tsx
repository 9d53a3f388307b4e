import { Button, Textarea } from "@mantine/core";
import { DESCRIPTION_MAX, updateItem } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { RichText } from "@stillreel/watch/discussion";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText } from "../../platform/api.ts";
import { cacheItem } from "../../entities/items/items.queries.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { spaceOf } from "../../entities/spaces/space-ref.ts";
import styles from "./description.module.css";

/** Description of an item, editable in place with write permission. */
export function Description({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("item");
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const canWrite = item.permission.write && !item.trash;
  if (isEditing) return <DescriptionForm item={item} onClose={() => setEditing(false)} />;
  if (item.description === "" && !canWrite) return null;
  return (
    <div className={styles.description}>
      {item.description !== "" && <RichText text={item.description} />}
      {canWrite && (
        <Button ref={opener} variant="quiet" size="xs" className={styles.edit} onClick={() => setEditing(true)}>
          {t(item.description === "" ? "description.add" : "description.edit")}
        </Button>
      )}
    </div>
  );
}

function DescriptionForm({ item, onClose }: { item: ItemView; onClose: () => void }): ReactNode {
  const { t } = useTranslation("item");
  const { t: common } = useTranslation();
  const [text, setText] = useState(item.description);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const save = async (): Promise<void> => {
    onClose();
    const description = text.trim();
    if (description === item.description) return;
    cacheItem({ ...item, description });
    try {
      const params = { workspaceId: spaceOf(item), type: item.type, itemId: item.id };
      cacheItem(await client.call(updateItem, { params, body: { description } }));
    } catch (error) {
      cacheItem(item);
      toasts.error(errorText(error));
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        ref={field}
        aria-label={t("description.label")}
        rows={Math.min(12, Math.max(3, text.split("\n").length + 1))}
        maxLength={DESCRIPTION_MAX}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void save();
          else if (event.key === "Escape") onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div className={styles.actions}>
        <Button type="submit">{t("description.save")}</Button>
        <Button variant="quiet" onClick={onClose}>
          {common("actions.cancel")}
        </Button>
      </div>
    </form>
  );
}
