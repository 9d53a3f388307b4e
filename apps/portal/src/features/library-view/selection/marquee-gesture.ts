import { scrollElement } from "../../../ui/screen.tsx";
import { scrollAtEdges } from "./edge-scroll.ts";
import { boxBetween, indexesInBox, type Point } from "./marquee.plan.ts";
import { nothingChosen } from "./selection.machine.ts";
import { selection } from "./selection-store.ts";
import { CARD, CONTROLS } from "./touch-gestures.ts";

/** Distance at which a press on empty space becomes a marquee selection, in CSS pixels. */
const BAND_MIN = 4;

/** Elements on which a marquee selection cannot start. */
const THINGS = `${CARD}, [data-folder-id], [data-drop-target], a, ${CONTROLS}, [role=menu], [role=dialog], [role=toolbar]`;

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
