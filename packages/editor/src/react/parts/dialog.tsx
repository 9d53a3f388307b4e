import { DialogFrame } from "@stillreel/ui/primitives";
import { IconX } from "@tabler/icons-react";
import { useId, type ReactNode } from "react";
import { useTexts } from "../texts-context.tsx";
import { IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { useFloatRoot } from "./float-root.ts";
import { ICON } from "./icon.ts";

interface Props {
  title: string;
  /** A wide dialog for lists in columns, or one that slides in from below on narrow screens. */
  shape?: "wide" | "sheet";
  onClose(): void;
  children: ReactNode;
}

/** A modal dialog: traps the focus, and closes by Escape, its button, or a press on the backdrop. */
export function Dialog({ title, shape = "wide", onClose, children }: Props): ReactNode {
  const name = useId();
  const { t } = useTexts();
  return (
    <DialogFrame
      labelledBy={name}
      container={useFloatRoot()}
      backdropClassName={styles.backdrop}
      className={`${styles.dialog} on-raised`}
      data-editor-keys="own"
      data-shape={shape}
      onClose={onClose}
    >
      <div className={styles.head}>
        <h2 id={name} className={styles.title}>
          {title}
        </h2>
        <IconButton label={t("close")} icon={<IconX {...ICON} />} onPress={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
    </DialogFrame>
  );
}
