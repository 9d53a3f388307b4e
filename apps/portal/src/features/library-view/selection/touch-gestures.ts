import type { Point } from "./marquee.plan.ts";
import { selection } from "./selection-store.ts";

/** Duration of a long press in milliseconds (DESIGN §6.2). */
const LONG_PRESS_MS = 400;
/** Maximum movement of a long press in CSS pixels. */
const FINGER_SLIP = 10;

/** Selector of cards. */
export const CARD = "[data-item-id]";
/** Selector of the controls in a card and elsewhere. */
export const CONTROLS = "button, input, textarea, select, label, [contenteditable=true]";
/** Returns the id of the card that contains an element. */
export const cardAt = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>(CARD)?.dataset.itemId ?? null) : null;

const isOnControl = (target: EventTarget | null): boolean => target instanceof Element && target.closest(CONTROLS) !== null;

/** In selection mode a tap on a card selects instead of opening. (The card handles clicks with Shift, Ctrl or ⌘.) */
export function listenForTaps(signal: AbortSignal): void {
  let isTouch = false;
  const options = { capture: true, signal };
  document.addEventListener("pointerdown", (event) => (isTouch = event.pointerType === "touch"), options);
  document.addEventListener(
    "mousedown",
    // Prevents text selection; the range starts at the focused card.
    (event) => event.shiftKey && cardAt(event.target) !== null && !isOnControl(event.target) && event.preventDefault(),
    options,
  );
  document.addEventListener(
    "click",
    (event) => {
      const id = cardAt(event.target);
      if (id === null || !isTouch || selection.count() === 0 || isOnControl(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      selection.dispatch({ type: "toggle", id });
    },
    options,
  );
}

/** Selects a card by long press. Registered before {@link listenForTaps}, so that the following click is not a tap. */
export function listenForLongPress(signal: AbortSignal): void {
  let press: { id: string; at: Point; timer: ReturnType<typeof setTimeout> } | null = null;
  let hasChosen = false;
  const end = (): void => {
    if (press) clearTimeout(press.timer);
    press = null;
  };
  const choose = (id: string): void => {
    end();
    hasChosen = true;
    selection.dispatch({ type: "toggle", id });
    navigator.vibrate?.(10);
  };
  const options = { capture: true, signal };
  document.addEventListener(
    "pointerdown",
    (event) => {
      end();
      hasChosen = false;
      const id = cardAt(event.target);
      if (event.pointerType !== "touch" || !event.isPrimary || id === null || isOnControl(event.target)) return;
      press = { id, at: { x: event.clientX, y: event.clientY }, timer: setTimeout(() => choose(id), LONG_PRESS_MS) };
    },
    options,
  );
  document.addEventListener(
    "pointermove",
    (event) => {
      if (press && Math.hypot(event.clientX - press.at.x, event.clientY - press.at.y) > FINGER_SLIP) end();
    },
    options,
  );
  for (const type of ["pointerup", "pointercancel", "scroll"] as const) document.addEventListener(type, end, options);
  // Suppresses the browser's link menu and the click on release.
  document.addEventListener("contextmenu", (event) => (press || hasChosen) && event.preventDefault(), options);
  document.addEventListener(
    "click",
    (event) => {
      if (!hasChosen) return;
      hasChosen = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    options,
  );
  signal.addEventListener("abort", end);
}
