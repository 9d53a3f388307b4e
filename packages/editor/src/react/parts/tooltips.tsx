import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { Keycap } from "./button.tsx";
import { placeBeside } from "./place.ts";
import styles from "./tooltips.module.css";

/** Delay of a tooltip after the pointer rests on a control, in milliseconds. */
export const TOOLTIP_DELAY_MS = 600;

/**
 * Shows the names of the controls inside `root` that have `data-tip`: after a delay on hover, or immediately on keyboard focus.
 * Controls have accessible names themselves, so this is only visual.
 */
export function Tooltips({ root }: { root: HTMLElement | null }): ReactNode {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!root) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (given: EventTarget | null, delay: number) => {
      clearTimeout(timer);
      const found = given instanceof Element ? given.closest<HTMLElement>("[data-tip]") : null;
      if (!found || !needsTip(found)) return setTarget(null);
      timer = setTimeout(() => setTarget(found), delay);
    };
    const hide = () => {
      clearTimeout(timer);
      setTarget(null);
    };
    const handleOver = (event: PointerEvent) => event.pointerType === "mouse" && show(event.target, TOOLTIP_DELAY_MS);
    const handleFocus = (event: FocusEvent) =>
      event.target instanceof Element && event.target.matches(":focus-visible") && !isOpening(event) && show(event.target, 0);
    const handleKey = (event: KeyboardEvent) => event.key === "Escape" && hide();
    const handlers = { pointerover: handleOver, focusin: handleFocus, pointerleave: hide, pointerdown: hide, focusout: hide, click: hide };
    for (const [name, handler] of Object.entries(handlers)) root.addEventListener(name, handler as EventListener);
    addEventListener("keydown", handleKey, true);
    return () => {
      clearTimeout(timer);
      for (const [name, handler] of Object.entries(handlers)) root.removeEventListener(name, handler as EventListener);
      removeEventListener("keydown", handleKey, true);
    };
  }, [root]);
  return target?.isConnected ? <Tip target={target} /> : null;
}

/** Returns whether a control needs a tooltip. A control with a visible label needs none. */
const needsTip = (control: HTMLElement): boolean =>
  control.getAttribute("aria-expanded") !== "true" && (control.dataset["tipAlways"] !== undefined || innerWidth < 640);

/** Returns whether a focus event is the initial focus of a dialog: the tooltip would cover the dialog's text. */
function isOpening({ target, relatedTarget }: FocusEvent): boolean {
  const dialog = (target as Element).closest("[role=dialog]");
  return dialog !== null && !(relatedTarget instanceof Node && dialog.contains(relatedTarget));
}

function Tip({ target }: { target: HTMLElement }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const { tip, tipKey, tipSide } = target.dataset;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { x, y, width, height } = target.getBoundingClientRect();
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    if (tipSide === "end") {
      const isMirrored = getComputedStyle(target).direction === "rtl";
      element.style.left = `${isMirrored ? x - size.width - 6 : x + width + 6}px`;
      element.style.top = `${y + height / 2 - size.height / 2}px`;
    } else {
      const { left, top } = placeBeside({ x, y, width, height }, size, { width: innerWidth, height: innerHeight }, "middle", false);
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    }
  }, [target, tipSide, tip]);
  return createPortal(
    <div ref={box} className={styles.tip} role="tooltip" aria-hidden="true">
      {tip}
      {tipKey !== undefined && <Keycap>{tipKey}</Keycap>}
    </div>,
    document.body,
  );
}
