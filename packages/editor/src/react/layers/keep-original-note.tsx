import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { KeepOriginal } from "../image-editor.types.ts";
import { useTexts } from "../texts-context.tsx";
import styles from "./layers.module.css";

/** Explains the effect of saving on the pixels, and offers to store the original. */
export function KeepOriginalNote({ value, onChange }: KeepOriginal): ReactNode {
  const { t } = useTexts();
  return (
    <div className={styles.note}>
      <p>
        <b>{t("keep.title")}</b> {t("keep.text")}
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
