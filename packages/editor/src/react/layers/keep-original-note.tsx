import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { KeepOriginal } from "../image-editor.types.ts";
import { useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./layers.module.css";

/** Explains what saving does to the pixels as they are drawn now, and offers to store the original. */
export function KeepOriginalNote({ value, onChange }: KeepOriginal): ReactNode {
  const { t } = useTexts();
  const isRedacted = useEditorState(({ document }) => document.shapes.some(({ type, hidden }) => type === "redact" && !hidden));
  const effect = isRedacted ? (value ? "redactedStored" : "redactedDeleted") : value ? "stored" : "deleted";
  return (
    <div className={styles.note}>
      <p>
        {isRedacted && <b>{t("keep.redacted")} </b>}
        {t(`keep.text.${effect}`)}
      </p>
      <label className={styles.storeOriginal}>
        <span className={styles.check}>
          <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
          <IconCheck size={14} stroke={3} aria-hidden="true" />
        </span>
        {t("keep.label")}
      </label>
    </div>
  );
}
