import { useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useFocusScope } from "../focus/focus-scope.ts";
import styles from "./dialog.module.css";

/** Props of {@link DialogFrame}. Attributes of data pass through to the dialog. */
export interface DialogFrameProps {
  /** Id of its heading. */
  labelledBy: string;
  /** Parent of the dialog; the body of the page by default. */
  container?: HTMLElement;
  className?: string | undefined;
  backdropClassName?: string | undefined;
  /** Stays open when the backdrop is pressed: for dialogs with a button for each way out. */
  ignoresBackdrop?: boolean;
  onClose(): void;
  children: ReactNode;
  [attribute: `data-${string}`]: string | boolean | undefined;
}

/**
 * A modal dialog over the page: it holds the focus while it is mounted, and closes by Escape or a press on the backdrop.
 * The host renders the heading and the buttons.
 */
export function DialogFrame({
  labelledBy,
  container = document.body,
  className = "",
  backdropClassName = "",
  ignoresBackdrop = false,
  onClose,
  children,
  ...rest
}: DialogFrameProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useFocusScope(box, { opener: null, onClose });
  return createPortal(
    <div
      className={`${styles.backdrop} ${backdropClassName}`}
      role="presentation"
      onPointerDown={(event) => {
        if (event.target === event.currentTarget && !ignoresBackdrop) onClose();
      }}
    >
      <div
        ref={box}
        className={`${styles.dialog} ${className}`}
        role="dialog"
        aria-modal="true"
        aria-labelledby={labelledBy}
        tabIndex={-1}
        {...rest}
      >
        {children}
      </div>
    </div>,
    container,
  );
}
