import { cursorAt, draggedTo, NOTHING, pressedAt, released, stepOf } from "./area-choice.ts";
import { type Chooser, layChooser } from "./chooser.ts";
import type { Loupe } from "./magnifier.ts";
import type { ChooserView } from "../../core/chooser-view.ts";
import { type Box, clamp, grown, moved, type Point, sizeText } from "../../core/region.ts";
import type { Scroller } from "./scroller.ts";

/** Maximum pointer movement of a click, in CSS pixels. */
const CLICK_TOLERANCE = 3;
/** Distance from the window's edge at which a drag scrolls, and the maximum speed per frame, in CSS pixels. */
const SCROLL_EDGE = 10;
const SCROLL_MOST = 40;

/** Returns the scroll speed for a pointer at or beyond an edge; it increases with the distance. */
function edgeSpeed(at: number, most: number): number {
  const past = at < SCROLL_EDGE ? at - SCROLL_EDGE : at > most - SCROLL_EDGE ? at - most + SCROLL_EDGE : 0;
  return clamp(past, -SCROLL_MOST, SCROLL_MOST);
}

/** Returns a centred box of the window, or the whole window. */
function middle(share: number, scroller: Scroller): Box {
  const [width, height] = [Math.round(innerWidth * share), Math.round(innerHeight * share)];
  const at = scroller.toContent({ x: Math.round((innerWidth - width) / 2), y: Math.round((innerHeight - height) / 2) });
  return { ...at, width, height };
}

/** Returns the box after a key press, or the bar action of the key; undefined for a key without a function. */
function typed({ key, shiftKey, altKey }: KeyboardEvent, box: Box | null, scroller: Scroller): Box | null | string | undefined {
  if (key === "Escape") return box ? null : "cancel";
  if (key === "Enter") return box ? "" : middle(1, scroller);
  const step = stepOf(key, shiftKey);
  // Without a pointer the area starts in the centre.
  if (!step) return undefined;
  return box ? (altKey ? grown : moved)(box, ...step, scroller.limits()) : middle(0.5, scroller);
}

/** Inputs and callbacks of an area choice. */
interface AreaUse {
  scroller: Scroller;
  /** Null when there is no magnifier. */
  loupe: Loupe | null;
  /** Called when the user takes a box, with the name of the bar button if there is one. */
  take: (chooser: Chooser, box: Box, name: string) => void;
  /** It was given up. */
  cancel: (chooser: Chooser) => void;
}

/**
 * Lets the user draw, move and resize an area and then take it. Runs inside the page.
 * @param hostName element name of the overlay
 */
// oxlint-disable-next-line max-lines-per-function -- its short inner functions share one state; as a class they would add 640 bytes to a script that is injected into pages
export function layArea(hostName: string, given: ChooserView, { scroller, loupe, take, cancel }: AreaUse): Chooser {
  /** In content coordinates, so that the box follows the content when the page scrolls. */
  let choice = NOTHING;
  let pointer: Point = { x: innerWidth / 2, y: innerHeight / 2 };
  let pressed = pointer;
  let isSeen = false;
  let hasScrolled = false;
  let frame = 0;
  const chooser = layChooser(hostName, given, { handle, act, show });
  if (loupe) chooser.surface.root.append(loupe.node);

  function show(): void {
    const { box, drag } = choice;
    const kind = drag?.kind;
    const at = isSeen ? pointer : null;
    chooser.show(box && scroller.toWindow(box), { bar: !drag, handles: kind !== "new" });
    chooser.cross(!box || kind === "new" ? at : null);
    loupe?.show(!hasScrolled && (!box || drag) && kind !== "move" ? at : null);
    chooser.cursor(cursorAt(choice, scroller.toContent(pointer)));
  }

  /** Shows a new state and announces it to screen readers. */
  function settle(next: typeof choice): void {
    choice = next;
    chooser.announce(next.box && sizeText(next.box));
    show();
  }

  function follow(): void {
    choice = draggedTo(choice, scroller.toContent(pointer), scroller.limits());
    show();
  }

  function scrollAtEdge(): void {
    frame = 0;
    const [dx, dy] = [edgeSpeed(pointer.x, innerWidth), edgeSpeed(pointer.y, innerHeight)];
    if (!choice.drag || !chooser.surface.host.isConnected || (dx === 0 && dy === 0)) return;
    const before = scroller.offset();
    scroller.scrollBy(dx, dy);
    const after = scroller.offset();
    if (before.x !== after.x || before.y !== after.y) hasScrolled = true;
    follow();
    frame = requestAnimationFrame(scrollAtEdge);
  }

  function release(): void {
    const isStill = Math.max(Math.abs(pointer.x - pressed.x), Math.abs(pointer.y - pressed.y)) < CLICK_TOLERANCE;
    settle(released(choice, isStill && !hasScrolled));
  }

  /** Runs the action of a bar button, or the preferred action without one. */
  function act(name: string): void {
    if (name === "cancel") cancel(chooser);
    else if (choice.box) take(chooser, scroller.toWindow(choice.box), name);
  }

  function key(event: KeyboardEvent): void {
    const isPress = event.key === "Enter" || event.key === " ";
    const next = (isPress && chooser.bar.focused()) || typed(event, choice.box, scroller);
    if (event.key === "Tab") chooser.bar.walk(event.shiftKey);
    else if (typeof next === "string") act(next);
    else if (next !== undefined) settle(next ? { ...choice, box: next } : NOTHING);
  }

  function point(event: PointerEvent): void {
    const { type, clientX: x, clientY: y } = event;
    pointer = { x, y };
    isSeen = true;
    if (!choice.drag && chooser.bar.isAt(x, y)) {
      chooser.cursor("default");
      const action = type === "pointerup" && event.button === 0 && chooser.bar.actionAt(x, y);
      if (action) act(action);
    } else if (type === "pointerdown") {
      if (event.button !== 0 || !event.isPrimary) return;
      pressed = pointer;
      choice = pressedAt(choice.box, scroller.toContent(pointer));
      show();
    } else if (type === "pointerup" || type === "pointercancel") release();
    else if (choice.drag) {
      follow();
      frame ||= requestAnimationFrame(scrollAtEdge);
    } else show();
  }

  function handle(event: Event): boolean {
    if (event instanceof KeyboardEvent) {
      if (event.type === "keydown") key(event);
    } else if (event instanceof WheelEvent) {
      scroller.scrollBy(event.deltaX, event.deltaY);
      hasScrolled = true;
      show();
    } else if (event instanceof MouseEvent) {
      // A click without a pointer comes from a screen reader and targets a button.
      if (event.type === "click") return event.detail === 0;
      if (event.type === "dblclick" && !chooser.bar.isAt(event.clientX, event.clientY)) settle({ ...choice, box: middle(1, scroller) });
      if (event instanceof PointerEvent) point(event);
    }
    return false;
  }
  show();
  return chooser;
}
