import { FOLDER_NAME_MAX, graphemes } from "@stillreel/contract";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNameField } from "../../../ui/use-name-field.ts";
import styles from "./folder-name-editor.module.css";
import { problemOfName } from "../../../entities/folders/folder-name.ts";
import type { FolderView } from "../../../entities/folders/folders.queries.ts";

interface Props {
  folder: FolderView;
  siblings: readonly FolderView[];
  onSave: (name: string) => void;
  /** Called after saving or cancelling; the argument says whether the keyboard ended it, because the focus must then return. */
  onClose: (byKeyboard: boolean) => void;
}

/** Inline editor of a folder name. Enter saves; Escape and leaving with an invalid name cancel. */
export function FolderNameEditor({ folder, siblings, onSave, onClose }: Props): ReactNode {
  const { t } = useTranslation("library");
  const [name, setName] = useState(folder.name);
  const errorId = useId();
  const problem = problemOfName(name, siblings, folder.id);
  const field = useNameField({
    onSave: (byKeyboard) => {
      if (problem) return !byKeyboard;
      if (name.trim() !== folder.name) onSave(name.trim());
      return true;
    },
    onClose,
  });
  return (
    <span className={styles.editor}>
      <input
        {...field}
        className={styles.input}
        dir="auto"
        value={name}
        aria-label={t("folder.name")}
        aria-invalid={problem !== null || undefined}
        aria-describedby={errorId}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <span className={styles.note} id={errorId} role="status" data-error={problem !== null || undefined}>
        {problem ? t(problem) : <bdi dir="ltr">{`${graphemes(name.trim())} / ${FOLDER_NAME_MAX}`}</bdi>}
      </span>
    </span>
  );
}
