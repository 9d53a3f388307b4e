import { IconX } from "@tabler/icons-react";
import { useId, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useTexts } from "../texts-context.tsx";
import { IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { useFloatRoot } from "./float-root.ts";
import { ICON } from "./icon.ts";
import { useTrappedFocus } from "./trapped-focus.ts";

interface Props {
  title: string;
  /** A wide dialog for lists in columns, or one that slides in from below on narrow screens. */
  shape?: "wide" | "sheet";
  onClose(): void;
  children: ReactNode;
}

/** A modal dialog: traps the focus, and closes by Escape, its button, or a press on the backdrop. */
export function Dialog({ title, shape = "wide", onClose, children }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const name = useId();
  const { t } = useTexts();
  const floatRoot = useFloatRoot();
  useTrappedFocus(box, null, onClose);
  return createPortal(
    <div
      className={styles.ground}
      data-editor-keys="own"
      role="presentation"
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div
        ref={box}
        className={`${styles.dialog} on-raised`}
        data-shape={shape}
        role="dialog"
        aria-modal="true"
        aria-labelledby={name}
        tabIndex={-1}
      >
        <div className={styles.head}>
          <h2 id={name} className={styles.title}>
            {title}
          </h2>
          <IconButton label={t("close")} icon={<IconX {...ICON} />} onPress={onClose} />
        </div>
        <div className={styles.body}>{children}</div>
      </div>
    </div>,
    floatRoot,
  );
}
