import { useRef, type CSSProperties, type ReactNode, type RefObject } from "react";
import { createPortal } from "react-dom";
import { useFocusScope } from "../focus/focus-scope.ts";
import { useModalLayer } from "./modal-layer.ts";
import styles from "./dialog.module.css";

/** Name of a dialog: the id of its heading, or a text when it has none. */
type Name = { labelledBy: string; label?: never } | { label: string; labelledBy?: never };

/** Props of {@link DialogFrame}. Attributes of data pass through to the dialog. */
export type DialogFrameProps = Name & {
  /** Gets the focus back; the element that was focused before by default. */
  opener?: RefObject<HTMLElement | null>;
  /** Parent of the dialog; the body of the page by default. */
  container?: HTMLElement;
  className?: string | undefined;
  backdropClassName?: string | undefined;
  /** Of the dialog: custom properties for its class names. */
  style?: CSSProperties;
  /** Stays open when the backdrop is pressed: for dialogs with a button for each way out. */
  ignoresBackdrop?: boolean;
  /** Stays open when Escape is pressed: while a task runs, or when Escape would discard what the user typed. */
  ignoresEscape?: boolean;
  onClose(): void;
  children: ReactNode;
  [attribute: `data-${string}`]: string | boolean | undefined;
};

/**
 * A modal dialog over the page: it holds the focus while it is mounted, and closes by Escape or a press on the backdrop.
 * The page behind it does not scroll. A dialog that is opened later is above it and gets Escape first.
 * The host renders the heading and the buttons.
 */
export function DialogFrame({
  labelledBy,
  label,
  opener,
  container = document.body,
  className = "",
  backdropClassName = "",
  ignoresBackdrop = false,
  ignoresEscape = false,
  onClose,
  children,
  ...rest
}: DialogFrameProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const hasPressedBackdrop = useRef(false);
  useFocusScope(box, { opener: opener ?? null, ignoresEscape, onClose });
  useModalLayer(box, () => !ignoresEscape && onClose());
  return createPortal(
    <div
      className={`${styles.backdrop} ${backdropClassName}`}
      role="presentation"
      // A drag that starts inside of the dialog and ends outside is not a press on the backdrop.
      onPointerDown={(event) => {
        hasPressedBackdrop.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && hasPressedBackdrop.current && !ignoresBackdrop) onClose();
      }}
    >
      <div
        ref={box}
        className={`${styles.dialog} ${className}`}
        role="dialog"
        aria-modal="true"
        aria-labelledby={labelledBy}
        aria-label={label}
        tabIndex={-1}
        {...rest}
      >
        {children}
      </div>
    </div>,
    container,
  );
}
