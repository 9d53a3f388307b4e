import { CloseButton } from "@mantine/core";
import { DialogFrame } from "@stillreel/ui/primitives";
import { useId, type CSSProperties, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./dialog.module.css";

interface Props {
  /** Heading. A dialog without one has a `label`. */
  title?: ReactNode;
  label?: string;
  /** Width in CSS pixels; phones use the whole width. */
  size: number;
  /** Without it, the dialog has its own button for each outcome. */
  hasCloseButton?: boolean;
  ignoresBackdrop?: boolean;
  ignoresEscape?: boolean;
  /** One part scrolls while the rest stays visible. */
  isColumn?: boolean;
  className?: string | undefined;
  bodyClassName?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog with its heading and close button; on phones a sheet at the lower edge. Mounted while open. */
export function Dialog({
  title,
  label = "",
  size,
  hasCloseButton = true,
  isColumn = false,
  className = "",
  bodyClassName = "",
  children,
  ...frame
}: Props): ReactNode {
  const { t } = useTranslation();
  const headingId = useId();
  const hasHeading = title !== undefined;
  return (
    <DialogFrame
      {...(hasHeading ? { labelledBy: headingId } : { label })}
      backdropClassName={styles.backdrop}
      className={`${styles.dialog} on-raised ${isColumn ? styles.column : ""} ${className}`}
      style={{ "--dialog-width": `${size / 16}rem` } as CSSProperties}
      {...frame}
    >
      {(hasHeading || hasCloseButton) && (
        <div className={styles.header}>
          {hasHeading && (
            <h2 id={headingId} className={styles.title}>
              {title}
            </h2>
          )}
          {hasCloseButton && <CloseButton className={styles.close} aria-label={t("actions.close")} onClick={frame.onClose} />}
        </div>
      )}
      <div className={`${styles.body} ${isColumn ? styles.columnBody : ""} ${bodyClassName}`}>{children}</div>
    </DialogFrame>
  );
}
