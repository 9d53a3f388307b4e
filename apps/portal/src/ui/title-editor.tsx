import { TITLE_MAX } from "@stillreel/contract";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNameField } from "./use-name-field.ts";
import styles from "./title-editor.module.css";

/**
 * Inline title editor. Enter and blur save, Escape cancels; an empty title is refused with a message. `onClose` follows in either
 * case and receives whether the keyboard ended it (the focus must then return).
 */
export function TitleEditor({
  title,
  className,
  onSave,
  onClose,
}: {
  title: string;
  className?: string;
  onSave: (title: string) => void;
  onClose: (byKeyboard: boolean) => void;
}): ReactNode {
  const { t } = useTranslation("library");
  const [value, setValue] = useState(title);
  const [isRefused, setRefused] = useState(false);
  const errorId = useId();
  const field = useNameField({
    onSave: (byKeyboard) => {
      const next = value.trim();
      const isEmpty = next === "";
      setRefused(isEmpty && byKeyboard);
      if (!isEmpty && next !== title) onSave(next);
      return !isEmpty || !byKeyboard;
    },
    onClose,
  });

  return (
    <span className={styles.editor}>
      <input
        {...field}
        className={className ? `${styles.input} ${className}` : styles.input}
        dir="auto"
        value={value}
        maxLength={TITLE_MAX}
        aria-label={t("rename.label")}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? errorId : undefined}
        onChange={(event) => {
          setValue(event.currentTarget.value);
          setRefused(false);
        }}
      />
      {isRefused && (
        <span className={styles.error} id={errorId} role="alert">
          {t("rename.empty")}
        </span>
      )}
    </span>
  );
}
