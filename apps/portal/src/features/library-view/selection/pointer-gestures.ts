import { scrollElement } from "../../../ui/screen.tsx";
import { scrollAtEdges } from "./edge-scroll.ts";
import { boxBetween, indexesInBox, type Point } from "./marquee.plan.ts";
import { nothingChosen } from "./selection.machine.ts";
import { selection } from "./selection-store.ts";

/** Duration of a long press in milliseconds (DESIGN §6.2). */
const LONG_PRESS_MS = 400;
/** Maximum movement of a long press in CSS pixels. */
const FINGER_SLIP = 10;
/** Distance at which a press on empty space becomes a marquee selection, in CSS pixels. */
const BAND_MIN = 4;

const CARD = "[data-item-id]";
const CONTROLS = "button, input, textarea, select, label, [contenteditable=true]";
/** Elements on which a marquee selection cannot start. */
const THINGS = `${CARD}, [data-folder-id], [data-drop-target], a, ${CONTROLS}, [role=menu], [role=dialog], [role=toolbar]`;

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

/** Draws a marquee selection on drag from empty space; a click there clears the selection. `band` is its element. */
export function listenForBand(band: HTMLElement, signal: AbortSignal): void {
  document.addEventListener(
    "pointerdown",
    (event) => {
      const scroller = scrollElement();
      const layout = selection.layout();
      if (event.button !== 0 || event.pointerType !== "mouse" || !scroller || !layout || !isOnEmptySpace(event, scroller)) return;
      drawBand(event, band, scroller, signal);
    },
    { signal },
  );
}

function isOnEmptySpace(event: PointerEvent, scroller: HTMLElement): boolean {
  if (!(event.target instanceof Element) || !scroller.contains(event.target) || event.target.closest(THINGS)) return false;
  // The scroll bar counts as part of the element on either side.
  const left = scroller.getBoundingClientRect().left + scroller.clientLeft;
  return event.clientX >= left && event.clientX < left + scroller.clientWidth;
}

function drawBand(start: PointerEvent, band: HTMLElement, scroller: HTMLElement, signal: AbortSignal): void {
  const isToggling = start.ctrlKey || start.metaKey;
  const original = selection.current();
  const before = isToggling || start.shiftKey ? original : nothingChosen(original.view);
  const origin = inList({ x: start.clientX, y: start.clientY });
  let pointer = { x: start.clientX, y: start.clientY };
  let isDrawing = false;
  let swept = "";

  const draw = (): void => {
    const layout = selection.layout();
    if (!isDrawing || !layout || !origin) return end();
    const box = boxBetween(origin, inList(pointer) ?? origin);
    showBand(band, box, layout.element, scroller);
    const order = selection.order();
    const ids = indexesInBox(box, layout.measures()).flatMap((index) => order[index] ?? []);
    const key = ids.join();
    if (key === swept) return;
    swept = key;
    selection.dispatch({ type: "sweep", ids, before, isToggling });
  };
  const stopScrolling = scrollAtEdges(scroller, () => (isDrawing ? pointer.y : null), draw);
  const gesture = new AbortController();
  const end = (): void => {
    gesture.abort();
    stopScrolling();
    band.hidden = true;
  };
  const options = { signal: AbortSignal.any([signal, gesture.signal]), capture: true };
  signal.addEventListener("abort", end, { signal: gesture.signal });
  document.addEventListener(
    "pointermove",
    (event) => {
      pointer = { x: event.clientX, y: event.clientY };
      if (!isDrawing && Math.hypot(pointer.x - start.clientX, pointer.y - start.clientY) < BAND_MIN) return;
      isDrawing = true;
      draw();
    },
    options,
  );
  document.addEventListener("selectstart", (event) => event.preventDefault(), options);
  document.addEventListener(
    "pointerup",
    () => {
      if (!isDrawing && before !== original) selection.dispatch({ type: "clear" });
      end();
    },
    options,
  );
  document.addEventListener("pointercancel", end, options);
  // Before the document's listener, for which Escape clears the selection.
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      if (isDrawing) selection.dispatch({ type: "sweep", ids: [], before: original, isToggling: true });
      end();
    },
    options,
  );
}

/** Converts a window position into coordinates of the list's element. */
function inList(at: Point): Point | null {
  const rect = selection.layout()?.element.getBoundingClientRect();
  return rect ? { x: at.x - rect.left, y: at.y - rect.top } : null;
}

function showBand(band: HTMLElement, box: ReturnType<typeof boxBetween>, list: HTMLElement, scroller: HTMLElement): void {
  const rect = list.getBoundingClientRect();
  const frame = scroller.getBoundingClientRect();
  const left = Math.max(frame.left, box.left + rect.left);
  const top = Math.max(frame.top, box.top + rect.top);
  band.hidden = false;
  band.style.translate = `${left}px ${top}px`;
  band.style.width = `${Math.max(0, Math.min(frame.right, box.right + rect.left) - left)}px`;
  band.style.height = `${Math.max(0, Math.min(frame.bottom, box.bottom + rect.top) - top)}px`;
}
