import { EditorChoice } from "@stillreel/editor/react";
import { DialogFrame } from "@stillreel/ui/primitives";
import type { ReactNode } from "react";
import { t } from "../../../shared/data/i18n.ts";

interface ConflictDialogProps {
  onSaveBoth(): void;
  onReplace(): void;
  onClose(): void;
}

/** Asks the user how to resolve two conflicting changes of one picture. */
export function ConflictDialog({ onSaveBoth, onReplace, onClose }: ConflictDialogProps): ReactNode {
  return (
    <DialogFrame labelledBy="conflict-title" className="dialog on-raised" ignoresBackdrop onClose={onClose}>
      <h2 id="conflict-title">{t("editorPage.conflict.title")}</h2>
      <p>{t("editorPage.conflict.text")}</p>
      <div className="choices">
        <EditorChoice className="choice" onClick={onSaveBoth}>
          <b>{t("editorPage.conflict.both")}</b>
          <span>{t("editorPage.conflict.bothText")}</span>
        </EditorChoice>
        <EditorChoice className="choice" onClick={onReplace}>
          <b>{t("editorPage.conflict.replace")}</b>
          <span>{t("editorPage.conflict.replaceText")}</span>
        </EditorChoice>
      </div>
      <button type="button" className="plain-button" onClick={onClose}>
        {t("editorPage.conflict.later")}
      </button>
    </DialogFrame>
  );
}
