import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { createPortal } from "react-dom";
import { useTexts } from "../texts-context.tsx";
import { useFloatRoot } from "./float-root.ts";
import { placeBeside, type Placing } from "./place.ts";
import styles from "./popover.module.css";
import { useTrappedFocus } from "./trapped-focus.ts";

interface Props {
  /** The element that opened it and gets the focus back. */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  /** `menu` when its children are menu items. */
  role?: "dialog" | "menu";
  align?: "start" | "middle" | "end";
  onClose(): void;
  children: ReactNode;
}

/** A box that floats beside a button until Escape, a press outside, or Tab out of it. On narrow screens a sheet from below. */
export function Popover({ anchor, label, role = "dialog", align = "start", onClose, children }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [placing, setPlacing] = useState<Placing | null>(null);
  const { direction } = useTexts();
  const floatRoot = useFloatRoot();
  const close = useCallback(() => onClose(), [onClose]);
  useTrappedFocus(box, anchor, close);
  useClosedByPressOutside(box, anchor, close);
  useLayoutEffect(() => {
    const place = () => {
      if (!box.current || !anchor.current) return;
      const { x, y, width, height } = anchor.current.getBoundingClientRect();
      const size = { width: box.current.offsetWidth, height: box.current.scrollHeight };
      setPlacing(placeBeside({ x, y, width, height }, size, { width: innerWidth, height: innerHeight }, align, direction === "rtl"));
    };
    place();
    addEventListener("resize", place);
    return () => removeEventListener("resize", place);
  }, [anchor, align, direction]);

  return createPortal(
    <div className={styles.ground} data-editor-keys="own">
      <div
        ref={box}
        className={`${styles.popover} on-raised`}
        role={role}
        aria-label={label}
        tabIndex={-1}
        data-menu={role === "menu" || undefined}
        style={placing ? { left: placing.left, top: placing.top, maxHeight: placing.maxHeight } : { opacity: 0 }}
      >
        {children}
      </div>
    </div>,
    floatRoot,
  );
}

function useClosedByPressOutside(box: RefObject<HTMLElement | null>, anchor: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const handlePress = (event: PointerEvent) => {
      const target = event.target as Node;
      // A press on the anchor toggles it.
      if (!box.current?.contains(target) && !anchor.current?.contains(target)) close();
    };
    document.addEventListener("pointerdown", handlePress, true);
    return () => document.removeEventListener("pointerdown", handlePress, true);
  }, [box, anchor, close]);
}
