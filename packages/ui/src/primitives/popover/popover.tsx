import { useRef, type CSSProperties, type ReactNode, type RefObject } from "react";
import { createPortal } from "react-dom";
import { useFocusScope, type TabBehaviour } from "../focus/focus-scope.ts";
import { useOutsidePress } from "../focus/outside-press.ts";
import type { PlacementOptions } from "./position-beside.ts";
import { usePlacement } from "./placement.ts";
import styles from "./popover.module.css";

/** Props of {@link Popover}. Attributes of data pass through to the box. */
export interface PopoverProps extends Partial<PlacementOptions> {
  /** The element beside which the box is placed. A press on it does not close the box. */
  anchor: RefObject<HTMLElement | null>;
  /** Gets the focus back; the anchor by default. */
  opener?: RefObject<HTMLElement | null> | undefined;
  label: string;
  /** `menu` when the children are menu items. */
  role?: "dialog" | "menu";
  /** Says to assistive technology that the rest of the page is inert. */
  isModal?: boolean;
  tab?: TabBehaviour;
  /** Parent of the box; the body of the page by default. */
  container?: HTMLElement;
  className?: string | undefined;
  style?: CSSProperties;
  onClose(): void;
  children: ReactNode;
  [attribute: `data-${string}`]: string | boolean | undefined;
}

/**
 * A box that floats beside a button until Escape, a press outside, or the Tab key. On narrow screens it is a sheet at
 * the lower edge. Its surface is the host's: `className` sets padding, width and shadow.
 */
export function Popover({
  anchor,
  opener = anchor,
  label,
  role = "dialog",
  isModal,
  tab = "loop",
  align = "start",
  isMirrored = false,
  gap = 10,
  edge = 8,
  overflow = "shrink",
  container = document.body,
  className = "",
  onClose,
  children,
  ...rest
}: PopoverProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useFocusScope(box, { opener, tab, onClose });
  useOutsidePress(box, anchor, onClose);
  usePlacement(box, anchor, { align, isMirrored, gap, edge, overflow });
  return createPortal(
    <div className={styles.layer}>
      <div
        ref={box}
        className={`${styles.popover} ${className}`}
        role={role}
        aria-modal={isModal}
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
