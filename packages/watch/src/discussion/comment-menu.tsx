import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { WatchTexts } from "../texts.ts";
import styles from "./comment-menu.module.css";
import parts from "./parts.module.css";

interface Props {
  texts: WatchTexts;
  /** Null for comments of other users. */
  onEdit: (() => void) | null;
  onDelete: (() => void) | null;
}

/** Menu of a comment: edit one's own, delete permitted ones. */
export function CommentMenu({ texts: { t }, onEdit, onDelete }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    box.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const onPress = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPress, true);
    return () => document.removeEventListener("pointerdown", onPress, true);
  }, [isOpen]);
  const handleKey = (event: KeyboardEvent): void => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (event.key === "ArrowDown") items[(at + 1) % items.length]?.focus();
    else if (event.key === "ArrowUp") items.at(at - 1)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") {
      setOpen(false);
      button.current?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const run = (action: () => void) => () => {
    setOpen(false);
    action();
  };
  return (
    <div ref={box} className={styles.box} data-open={isOpen || undefined}>
      <button
        ref={button}
        type="button"
        className={`${parts.icon} ${styles.button}`}
        aria-label={t("discussion.options")}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconDots size={16} stroke={1.8} aria-hidden="true" />
      </button>
      {isOpen && (
        <div className={`${styles.menu} on-raised`} role="menu" tabIndex={-1} aria-label={t("discussion.options")} onKeyDown={handleKey}>
          {onEdit && (
            <button type="button" role="menuitem" className={styles.item} onClick={run(onEdit)}>
              <IconPencil size={18} stroke={1.6} aria-hidden="true" />
              {t("discussion.edit")}
            </button>
          )}
          {onDelete && (
            <button type="button" role="menuitem" className={styles.item} data-danger onClick={run(onDelete)}>
              <IconTrash size={18} stroke={1.6} aria-hidden="true" />
              {t("discussion.delete")}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
