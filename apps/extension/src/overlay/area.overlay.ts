import { layChooser } from "./chooser.ts";
import { makeLoupe } from "./loupe.ts";
import type { OverlayView } from "./overlay.types.ts";
import { between, type Box, clamp, grown, type Handle, handleNear, holds, moved, pulled, sizeText, SMALLEST, within } from "./region.ts";
import { mainScroller } from "./scroller.ts";
import type { AfterCapture } from "../captures/capture.types.ts";

/** How far the pointer may shake between press and release and still be a click, in CSS pixels. */
const CLICK_REACH = 3;
/** How near a handle the pointer has to be, in CSS pixels. */
const HANDLE_REACH = 12;
/** How near the window's edge a drag begins to scroll, and how fast it may become a frame, in CSS pixels. */
const SCROLL_EDGE = 10;
const SCROLL_MOST = 40;

type Drag =
  | { kind: "new"; fromX: number; fromY: number; before: Box | null }
  | { kind: "move"; grabX: number; grabY: number }
  | { kind: "pull"; handle: Handle; start: Box };

const cursorOf = ({ dx, dy }: Handle): string => `${["n", "", "s"][dy + 1]}${["w", "", "e"][dx + 1]}-resize`;

/** Lets somebody choose an area of the page: draw it, move it, pull it, then take it. Runs inside the page until then. */
export function chooseArea(given: OverlayView): void {
  const scroller = mainScroller();
  /** What is chosen, in content coordinates, so that it stays where it is when the page scrolls. */
  let chosen: Box | null = null;
  let drag: Drag | null = null;
  let pointer = { x: innerWidth / 2, y: innerHeight / 2 };
  let pressed = { x: 0, y: 0 };
  let isSeen = false;
  let frame = 0;
  let hasScrolled = false;

  const chooser = layChooser("stillreel-area", given, hear, act);
  const loupe = makeLoupe(given.shot);
  chooser.surface.root.append(loupe.node);

  const limits = (): Box => {
    const { x, y } = scroller.offset();
    const content = scroller.content();
    const left = Math.min(x, content.x);
    const top = Math.min(y, content.y);
    const right = Math.max(x + innerWidth, content.x + content.width);
    const bottom = Math.max(y + innerHeight, content.y + content.height);
    return { x: left, y: top, width: right - left, height: bottom - top };
  };
  const inWindow = (box: Box): Box => {
    const { x, y } = scroller.offset();
    return { ...box, x: box.x - x, y: box.y - y };
  };
  const inContent = (at: { x: number; y: number }): { x: number; y: number } => {
    const { x, y } = scroller.offset();
    return { x: at.x + x, y: at.y + y };
  };

  function show(): void {
    chooser.show(chosen && inWindow(chosen), { bar: !drag, handles: drag?.kind !== "new" });
    chooser.hint(!chosen);
    chooser.cross(isSeen && (!chosen || drag?.kind === "new") ? pointer : null);
    loupe.look(isSeen && !hasScrolled && (!chosen || drag !== null) && drag?.kind !== "move" ? pointer : null);
    const handle = chosen && !drag ? handleNear(inWindow(chosen), pointer.x, pointer.y, HANDLE_REACH) : null;
    const inside = chosen !== null && holds(inWindow(chosen), pointer.x, pointer.y);
    const cursor = handle ? cursorOf(handle) : inside && drag?.kind !== "new" ? "move" : "crosshair";
    chooser.surface.host.style.setProperty("cursor", cursor, "important");
  }

  function follow(): void {
    const at = inContent(pointer);
    if (drag?.kind === "new") chosen = between(drag.fromX, drag.fromY, at.x, at.y);
    if (drag?.kind === "pull") chosen = pulled(drag.start, drag.handle, at.x, at.y);
    if (drag?.kind === "move" && chosen) chosen = moved(chosen, at.x - drag.grabX - chosen.x, at.y - drag.grabY - chosen.y, limits());
    if (chosen && drag?.kind !== "move") chosen = within(chosen, limits());
    show();
  }

  /** Scrolls while a drag is held at or past the edge of the window, faster the further it is. */
  function scrollAtEdge(): void {
    frame = 0;
    if (!drag) return;
    const speed = (at: number, most: number): number => {
      const past = at < SCROLL_EDGE ? at - SCROLL_EDGE : at > most - SCROLL_EDGE ? at - most + SCROLL_EDGE : 0;
      return clamp(past, -SCROLL_MOST, SCROLL_MOST);
    };
    const [dx, dy] = [speed(pointer.x, innerWidth), speed(pointer.y, innerHeight)];
    if (dx === 0 && dy === 0) return;
    const before = scroller.offset();
    scroller.scrollBy(dx, dy);
    const after = scroller.offset();
    if (before.x !== after.x || before.y !== after.y) hasScrolled = true;
    follow();
    frame = requestAnimationFrame(scrollAtEdge);
  }

  function press(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    pressed = { ...pointer };
    const at = inContent(pointer);
    const handle = chosen && handleNear(inWindow(chosen), pointer.x, pointer.y, HANDLE_REACH);
    if (chosen && handle) drag = { kind: "pull", handle, start: chosen };
    else if (chosen && holds(inWindow(chosen), pointer.x, pointer.y))
      drag = { kind: "move", grabX: at.x - chosen.x, grabY: at.y - chosen.y };
    else drag = { kind: "new", fromX: at.x, fromY: at.y, before: chosen };
    show();
  }

  function release(): void {
    const was = drag;
    drag = null;
    if (was?.kind === "new") {
      const isClick = Math.abs(pointer.x - pressed.x) < CLICK_REACH && Math.abs(pointer.y - pressed.y) < CLICK_REACH && !hasScrolled;
      // A slip of the hand is no picture: what was chosen before stays.
      if (isClick || !chosen || chosen.width < SMALLEST || chosen.height < SMALLEST) chosen = was.before;
    } else if (chosen) chosen = { ...chosen, width: Math.max(chosen.width, SMALLEST), height: Math.max(chosen.height, SMALLEST) };
    say();
    show();
  }

  const say = (): void => chooser.say(chosen ? sizeText(chosen) : given.texts.hint);

  function whole(): void {
    chosen = { ...inContent({ x: 0, y: 0 }), width: innerWidth, height: innerHeight };
    say();
    show();
  }

  function take(action: AfterCapture | null): void {
    if (!chosen) return;
    stop();
    chooser.take(inWindow(chosen), scroller, action);
  }

  function act(name: string): void {
    if (name === "cancel") {
      stop();
      chooser.cancel();
    } else take(name as AfterCapture);
  }

  function nudge(event: KeyboardEvent): void {
    const step = event.shiftKey ? 10 : 1;
    const [dx = 0, dy = 0] = { ArrowLeft: [-step], ArrowRight: [step], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key] ?? [];
    if (dx === 0 && dy === 0) return;
    if (!chosen) {
      // Without a pointer the area begins in the middle.
      const at = inContent({ x: Math.round(innerWidth / 4), y: Math.round(innerHeight / 4) });
      chosen = { ...at, width: Math.round(innerWidth / 2), height: Math.round(innerHeight / 2) };
    } else if (event.altKey) chosen = grown(chosen, dx, dy, limits());
    else chosen = moved(chosen, dx, dy, limits());
    say();
    show();
  }

  function key(event: KeyboardEvent): void {
    const button = chooser.focused();
    if (event.key === "Escape") {
      if (chosen) {
        chosen = null;
        drag = null;
        say();
        show();
      } else act("cancel");
    } else if (event.key === "Tab") chooser.walk(event.shiftKey);
    else if (button && (event.key === "Enter" || event.key === " ")) act(button.dataset["act"] ?? "");
    else if (event.key === "Enter" && chosen) take(null);
    else if (event.key === "Enter") whole();
    else nudge(event);
  }

  function hear(event: Event): boolean {
    if (event instanceof KeyboardEvent) {
      if (event.type === "keydown") key(event);
      return false;
    }
    if (event instanceof WheelEvent) {
      scroller.scrollBy(event.deltaX, event.deltaY);
      hasScrolled = true;
      show();
      return false;
    }
    if (!(event instanceof MouseEvent)) return false;
    // A click without a pointer comes from a screen reader and is meant for a button.
    if (event.type === "click") return event.detail === 0;
    if (event.type === "dblclick" && !chooser.isOnBar(event.clientX, event.clientY)) whole();
    if (!(event instanceof PointerEvent)) return false;
    pointer = { x: event.clientX, y: event.clientY };
    isSeen = true;
    if (!drag && chooser.isOnBar(pointer.x, pointer.y)) {
      chooser.surface.host.style.setProperty("cursor", "default", "important");
      const button = event.type === "pointerup" && event.button === 0 ? chooser.buttonAt(pointer.x, pointer.y) : null;
      if (button) act(button.dataset["act"] ?? "");
      return false;
    }
    if (event.type === "pointerdown") press(event);
    else if (event.type === "pointerup" || event.type === "pointercancel") release();
    else if (drag) {
      follow();
      frame ||= requestAnimationFrame(scrollAtEdge);
    } else show();
    return false;
  }

  const redraw = (): void => (chooser.surface.host.isConnected ? show() : stop());
  addEventListener("resize", redraw);
  addEventListener("scroll", redraw, { capture: true, passive: true });
  function stop(): void {
    cancelAnimationFrame(frame);
    removeEventListener("resize", redraw);
    removeEventListener("scroll", redraw, { capture: true });
  }
  show();
}
