import { Button, TextInput } from "@mantine/core";
import { Thumb } from "@stillreel/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Dialog } from "../../ui/dialog.tsx";
import { formatBytes } from "../../platform/format/format-bytes.ts";
import { purge } from "../../entities/items/item-actions.ts";
import type { BulkTarget } from "../../entities/items/item-changes.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import styles from "./purge-dialog.module.css";

interface Props {
  target: BulkTarget;
  count: number;
  bytes: number;
  /** Number of deleted folders that are purged too. */
  folders?: number;
  /** Items whose pictures are displayed. */
  peek: readonly ItemView[];
  /** Deleting everything requires typing a phrase. */
  needsPhrase?: boolean;
  onClose: () => void;
}

const PEEKED = 4;

/** Confirms permanent deletion. Cancel has the initial focus. */
export function PurgeDialog({ target, count, bytes, folders = 0, peek, needsPhrase = false, onClose }: Props): ReactNode {
  const { t } = useTranslation("library");
  const { t: common } = useTranslation();
  const [phrase, setPhrase] = useState("");
  const [isWrong, setWrong] = useState(false);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (needsPhrase && phrase.trim().toLowerCase() !== t("trash.phrase").toLowerCase()) {
      setWrong(true);
      return;
    }
    onClose();
    void purge(target, folders);
  };
  const title = count > 0 ? t("trash.confirmTitle", { count }) : t("trash.confirmFolders", { count: folders });
  return (
    <Dialog onClose={onClose} size={440} hasCloseButton={false} ignoresBackdrop={phrase !== ""} label={title}>
      <form onSubmit={submit} noValidate>
        <Peek items={peek} count={count} />
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>
          {count > 0 && t("trash.confirmText", { count, size: formatBytes(bytes, common) })}{" "}
          {folders > 0 && t("trash.confirmFoldersText", { count: folders })}
        </p>
        {needsPhrase && (
          <TextInput
            className={styles.phrase}
            label={<Trans t={t} i18nKey="trash.phraseLabel" values={{ phrase: t("trash.phrase") }} components={{ b: <b /> }} />}
            value={phrase}
            error={isWrong ? t("trash.phraseWrong", { phrase: t("trash.phrase") }) : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setPhrase(event.currentTarget.value);
              setWrong(false);
            }}
          />
        )}
        <div className={styles.buttons}>
          <Button variant="default" size="md" onClick={onClose} data-first-focus>
            {common("actions.cancel")}
          </Button>
          <Button type="submit" variant="danger" size="md">
            {count > 0 ? t("trash.confirm", { count }) : t("trash.deleteAll")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The first pictures of the items, and the number of the remaining items. */
function Peek({ items, count }: { items: readonly ItemView[]; count: number }): ReactNode {
  const shown = items.filter((item) => item.thumbnailUrl !== null).slice(0, PEEKED);
  const rest = count - shown.length;
  if (shown.length === 0) return null;
  return (
    <div className={styles.peek} aria-hidden="true">
      {shown.map((item) => (
        <Thumb key={item.id} shape={item.type === "video" ? "reel" : "still"} className={styles.thumb ?? ""}>
          <img src={item.thumbnailUrl ?? undefined} alt="" draggable={false} />
        </Thumb>
      ))}
      {rest > 0 && <span className={styles.rest}>+{rest}</span>}
    </div>
  );
}
