import { TITLE_MAX } from "@stillreel/contract";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./title-editor.module.css";

/**
 * A title being edited in its own place. Enter and leaving the field save, Escape gives up; an empty title is refused
 * and says so. `onClose` comes after either, and tells whether the keyboard ended it (focus must then go back).
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
  const input = useRef<HTMLInputElement>(null);
  const isClosed = useRef(false);
  const errorId = useId();

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const close = (byKeyboard: boolean): void => {
    if (isClosed.current) return;
    isClosed.current = true;
    onClose(byKeyboard);
  };
  const save = (byKeyboard: boolean): void => {
    const next = value.trim();
    if (isClosed.current) return;
    if (next === "" && byKeyboard) {
      setRefused(true);
      return;
    }
    if (next !== "" && next !== title) onSave(next);
    close(byKeyboard);
  };
  const handleKey = (event: KeyboardEvent): void => {
    // The grid and the page have shortcuts of their own.
    event.stopPropagation();
    // Enter that ends a composition (Chinese, Japanese) is part of typing.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") save(true);
    if (event.key === "Escape") close(true);
  };

  return (
    <span className={styles.editor}>
      <input
        ref={input}
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
        onKeyDown={handleKey}
        onBlur={() => save(false)}
      />
      {isRefused && (
        <span className={styles.error} id={errorId} role="alert">
          {t("rename.empty")}
        </span>
      )}
    </span>
  );
}
