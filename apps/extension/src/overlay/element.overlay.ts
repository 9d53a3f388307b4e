import { layChooser } from "./chooser.ts";
import type { OverlayView } from "./overlay.types.ts";
import { type Box, sizeText } from "./region.ts";
import { mainScroller } from "./scroller.ts";

/** How much the wheel has to turn for one step up or down the page's tree. */
const WHEEL_STEP = 60;
const NAME_MOST = 40;

/** What a person would call an element of a page: its tag, its id, or its first class. */
function nameOf(element: Element): string {
  const first = element.id ? `#${element.id}` : element.classList[0] ? `.${element.classList[0]}` : "";
  const name = element.localName + first;
  return name.length > NAME_MOST ? `${name.slice(0, NAME_MOST - 1)}…` : name;
}

function parentOf(element: Element): Element | null {
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

const isShown = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width >= 2 && height >= 2;
};

/** The box of an element in the window, on whole pixels, with nothing of it cut off. */
function boxOf(element: Element): Box {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [x, y] = [Math.floor(left + 0.01), Math.floor(top + 0.01)];
  return { x, y, width: Math.ceil(right - 0.01) - x, height: Math.ceil(bottom - 0.01) - y };
}

/** Lets somebody choose one element of the page, by pointer or keys. Runs inside the page until then. */
export function chooseElement(given: OverlayView): void {
  let chosen: Element | null = null;
  /** The way back down from where the person has gone up. */
  let below: Element[] = [];
  let turned = 0;
  let last = { x: -1, y: -1 };
  const chooser = layChooser("stillreel-element", given, hear, act);

  function elementUnder(x: number, y: number): Element | null {
    const { host } = chooser.surface;
    host.style.setProperty("pointer-events", "none", "important");
    let found = document.elementFromPoint(x, y);
    // Into open shadow trees, as far as there are any.
    while (found?.shadowRoot) {
      const deeper: Element | null = found.shadowRoot.elementFromPoint(x, y);
      if (!deeper || deeper === found) break;
      found = deeper;
    }
    host.style.removeProperty("pointer-events");
    return found;
  }

  function show(): void {
    const box = chosen && boxOf(chosen);
    chooser.show(box, { label: chosen ? nameOf(chosen) : "", bar: false, handles: false, faint: true });
    chooser.hint(true);
    if (chosen && box) chooser.say(`${nameOf(chosen)} ${sizeText(box)}`);
  }

  function choose(element: Element | null): void {
    if (element === chosen) return;
    chosen = element;
    below = [];
    show();
  }

  function up(): void {
    let parent = chosen && parentOf(chosen);
    // What is as large as its child shows nothing new.
    while (parent && chosen && sameBox(parent, chosen) && parentOf(parent)) parent = parentOf(parent);
    if (!parent || !chosen) return;
    below.push(chosen);
    chosen = parent;
    show();
  }

  function down(): void {
    const next = below.pop() ?? (chosen && [...(chosen.shadowRoot ?? chosen).children].find(isShown));
    if (!next) return;
    chosen = next;
    show();
  }

  function beside(isBack: boolean): void {
    let next = isBack ? chosen?.previousElementSibling : chosen?.nextElementSibling;
    while (next && !isShown(next)) next = isBack ? next.previousElementSibling : next.nextElementSibling;
    if (next) choose(next);
  }

  function sameBox(one: Element, other: Element): boolean {
    const [a, b] = [boxOf(one), boxOf(other)];
    return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
  }

  function act(name: string): void {
    stop();
    if (name === "cancel" || !chosen) return chooser.cancel();
    const box = boxOf(chosen);
    chooser.take(box, mainScroller(), null);
  }

  function key(event: KeyboardEvent): void {
    const isRtl = given.direction === "rtl";
    if (event.key === "Escape") act("cancel");
    else if (!chosen) choose(elementUnder(innerWidth / 2, innerHeight / 2));
    else if (event.key === "Enter" || event.key === " ") act("take");
    else if (event.key === "ArrowUp") up();
    else if (event.key === "ArrowDown") down();
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") beside((event.key === "ArrowLeft") !== isRtl);
  }

  function wheel(event: WheelEvent): void {
    turned += event.deltaY;
    if (Math.abs(turned) < WHEEL_STEP) return;
    if (turned < 0) up();
    else down();
    turned = 0;
  }

  function hear(event: Event): boolean {
    if (event instanceof KeyboardEvent) {
      if (event.type === "keydown") key(event);
    } else if (event instanceof WheelEvent) wheel(event);
    else if (event instanceof PointerEvent && event.type === "pointermove") {
      // A page that moves under a still pointer sends moves too: the person's way up stays.
      if (event.clientX === last.x && event.clientY === last.y) return false;
      last = { x: event.clientX, y: event.clientY };
      choose(elementUnder(last.x, last.y));
    } else if (event instanceof PointerEvent && event.type === "pointerup" && event.button === 0) {
      // On the glass of a finger there was no move before.
      if (event.pointerType === "touch" || !chosen) choose(elementUnder(event.clientX, event.clientY));
      if (chosen) act("take");
    }
    return false;
  }

  const redraw = (): void => (chooser.surface.host.isConnected ? show() : stop());
  addEventListener("resize", redraw);
  addEventListener("scroll", redraw, { capture: true, passive: true });
  function stop(): void {
    removeEventListener("resize", redraw);
    removeEventListener("scroll", redraw, { capture: true });
  }
  show();
}
