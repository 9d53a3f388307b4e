import { Menu, MenuItem, useDisclosure } from "@stillreel/ui/primitives";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { WatchTexts } from "../texts.ts";
import styles from "./comment-menu.module.css";
import parts from "./parts.module.css";

interface Props {
  texts: WatchTexts;
  /** Null for comments of other users. */
  onEdit: (() => void) | null;
  onDelete: (() => void) | null;
}

/** The menu of a comment: edit, delete. */
export function CommentMenu({ texts: { t }, onEdit, onDelete }: Props): ReactNode {
  const { opener, isOpen, toggle, close } = useDisclosure();
  return (
    <div className={styles.box} data-open={isOpen || undefined}>
      <button
        ref={opener}
        type="button"
        className={`${parts.icon} ${styles.button}`}
        aria-label={t("discussion.options")}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <IconDots size={16} stroke={1.8} aria-hidden="true" />
      </button>
      {isOpen && (
        <Menu className={`${styles.menu} on-raised`} label={t("discussion.options")} opener={opener} tab="close" onClose={close}>
          {onEdit && (
            <MenuItem className={styles.item} onSelect={onEdit}>
              <IconPencil size={18} stroke={1.6} aria-hidden="true" />
              {t("discussion.edit")}
            </MenuItem>
          )}
          {onDelete && (
            <MenuItem className={styles.item} data-danger onSelect={onDelete}>
              <IconTrash size={18} stroke={1.6} aria-hidden="true" />
              {t("discussion.delete")}
            </MenuItem>
          )}
        </Menu>
      )}
    </div>
  );
}
