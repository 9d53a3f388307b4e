import { sectionOf } from "../../../entities/spaces/addresses.ts";
import { Button } from "@mantine/core";
import { toasts } from "@stillreel/ui";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/dialog.tsx";
import { errorText } from "../../../platform/api.ts";
import styles from "./delete-folder-dialog.module.css";
import { knownWorkspace } from "../../../entities/spaces/spaces.queries.ts";
import { spaceOf } from "../../../entities/spaces/space-ref.ts";
import { removeFolderWithUndo } from "../../../entities/folders/folder-actions.ts";
import type { FolderView } from "../../../entities/folders/folders.queries.ts";

interface Props {
  folder: FolderView;
  onDeleted?: (() => void) | undefined;
  onClose: () => void;
}

/** Asks what to do with a folder's items, then deletes it. Cancel has the initial focus. */
export function DeleteFolderDialog({ folder, onDeleted, onClose }: Props): ReactNode {
  const { t } = useTranslation("library");
  const { t: common } = useTranslation();
  const [choice, setChoice] = useState<"keep" | "trash">("keep");
  const [isBusy, setBusy] = useState(false);
  const isEmpty = folder.items === 0 && folder.children === 0;
  const root = knownWorkspace(spaceOf(folder))?.name ?? t(`views.${sectionOf(folder.kind === "mixed" ? "image" : folder.kind)}.title`);

  const remove = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await removeFolderWithUndo(folder, choice === "trash", root);
      onClose();
      onDeleted?.();
    } catch (error) {
      toasts.error(errorText(error, "deleteFolder"));
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={t("folder.deleteTitle", { name: folder.name })} size={440} hasCloseButton={false}>
      <p className={styles.text}>{isEmpty ? t("folder.deleteEmpty") : t("folder.deleteText")}</p>
      {!isEmpty && (
        <fieldset className={styles.choices}>
          <legend>{t("folder.itemsLabel")}</legend>
          {(["keep", "trash"] as const).map((value) => (
            <label key={value} className={styles.choice}>
              <input type="radio" name="folder-items" checked={choice === value} onChange={() => setChoice(value)} />
              <span>{value === "keep" ? t("folder.itemsToRoot", { place: root }) : t("folder.itemsToTrash")}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className={styles.buttons}>
        <Button variant="default" size="md" onClick={onClose} data-first-focus>
          {common("actions.cancel")}
        </Button>
        <Button variant="danger" size="md" onClick={() => void remove()} aria-disabled={isBusy || undefined}>
          {t("folder.delete")}
        </Button>
      </div>
    </Dialog>
  );
}
