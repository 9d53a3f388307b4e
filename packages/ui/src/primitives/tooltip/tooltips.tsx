import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { positionBeside } from "../popover/position-beside.ts";
import styles from "./tooltips.module.css";

/** How long a pointer rests on a control before its tooltip is shown, in milliseconds. */
export const TOOLTIP_DELAY_MS = 600;

/** Window width below which controls hide their words and need a tooltip, in CSS pixels. */
const NARROW_PX = 640;
const GAP = 10;
const SIDE_GAP = 6;
const EDGE = 8;

interface Props {
  root: HTMLElement | null;
  /** Renders the keys of a control, as printed. */
  renderKey?: (key: string) => ReactNode;
}

/**
 * Tooltips for the controls inside of `root` that have `data-tip`: shown after a pointer rests on one, or immediately
 * when it gets the keyboard focus. A control carries its name itself, so tooltips are hidden from assistive technology.
 *
 * A control whose text is visible gets its tooltip on narrow screens only, unless it has `data-tip-always`.
 * `data-tip-key` adds a key, `data-tip-side="end"` places the tooltip beside the control.
 */
export function Tooltips({ root, renderKey = (key) => key }: Props): ReactNode {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!root) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (given: EventTarget | null, delayMs: number): void => {
      clearTimeout(timer);
      const found = given instanceof Element ? given.closest<HTMLElement>("[data-tip]") : null;
      if (!found || !needsTooltip(found)) return setTarget(null);
      timer = setTimeout(() => setTarget(found), delayMs);
    };
    const hide = (): void => {
      clearTimeout(timer);
      setTarget(null);
    };
    const handleOver = (event: PointerEvent): unknown => event.pointerType === "mouse" && show(event.target, TOOLTIP_DELAY_MS);
    const handleFocus = (event: FocusEvent): unknown =>
      event.target instanceof Element && event.target.matches(":focus-visible") && !isOpening(event) && show(event.target, 0);
    const handleKey = (event: KeyboardEvent): unknown => event.key === "Escape" && hide();
    const handlers = { pointerover: handleOver, focusin: handleFocus, pointerleave: hide, pointerdown: hide, focusout: hide, click: hide };
    for (const [name, handler] of Object.entries(handlers)) root.addEventListener(name, handler as EventListener);
    addEventListener("keydown", handleKey, true);
    return () => {
      clearTimeout(timer);
      for (const [name, handler] of Object.entries(handlers)) root.removeEventListener(name, handler as EventListener);
      removeEventListener("keydown", handleKey, true);
    };
  }, [root]);
  return target?.isConnected ? <Tooltip target={target} renderKey={renderKey} /> : null;
}

/** A control that shows its words needs no tooltip. */
const needsTooltip = (control: HTMLElement): boolean =>
  control.getAttribute("aria-expanded") !== "true" && (control.dataset["tipAlways"] !== undefined || innerWidth < NARROW_PX);

/** A dialog that opens focuses its first control; a tooltip there would cover the text. */
function isOpening({ target, relatedTarget }: FocusEvent): boolean {
  const dialog = (target as Element).closest("[role=dialog]");
  return dialog !== null && !(relatedTarget instanceof Node && dialog.contains(relatedTarget));
}

function Tooltip({ target, renderKey }: { target: HTMLElement; renderKey: (key: string) => ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const { tip, tipKey, tipSide } = target.dataset;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { x, y, width, height } = target.getBoundingClientRect();
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    if (tipSide === "end") {
      const isMirrored = getComputedStyle(target).direction === "rtl";
      element.style.left = `${isMirrored ? x - size.width - SIDE_GAP : x + width + SIDE_GAP}px`;
      element.style.top = `${y + height / 2 - size.height / 2}px`;
    } else {
      const options = { align: "middle", isMirrored: false, gap: GAP, edge: EDGE, overflow: "shrink" } as const;
      const { left, top } = positionBeside({ x, y, width, height }, size, { width: innerWidth, height: innerHeight }, options);
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    }
  }, [target, tipSide, tip]);
  return createPortal(
    <div ref={box} className={styles.tooltip} role="tooltip" aria-hidden="true">
      {tip}
      {tipKey !== undefined && renderKey(tipKey)}
    </div>,
    document.body,
  );
}
