import { medianShift } from "./median-shift.ts";
import type { AnyScroller } from "./scroller.ts";

/** Number of elements that are compared: the lowest ones in the view, next to the seam with the tile below. */
const COUNT = 12;
/** Layout positions are whole pixels, measured ones are exact. */
const ROUNDING = 1.01;

interface Anchor {
  element: HTMLElement;
  content: string;
  /** Measured position in the content, and the position by layout, which ignores transforms. CSS pixels. */
  top: number;
  layoutTop: number;
}

/** Detects that a page moves its content while it scrolls, for example when a header becomes lower. */
export class Anchors {
  readonly #scroller: AnyScroller;
  #anchors: readonly Anchor[] = [];

  constructor(scroller: AnyScroller) {
    this.#scroller = scroller;
  }

  /** Remembers the positions of the elements at the bottom of the view. */
  take(): void {
    const { x, y, width, height } = this.#scroller.view();
    const { x: offsetX, y: offsetY } = this.#scroller.offset;
    const found: { element: HTMLElement; top: number }[] = [];
    for (const element of this.#scroller.element.ownerDocument.querySelectorAll<HTMLElement>("body *")) {
      if (element.firstElementChild || element.offsetHeight === 0) continue;
      const box = element.getBoundingClientRect();
      const isSeen = box.top + offsetY >= y && box.top + offsetY < y + height && box.right + offsetX > x && box.left + offsetX < x + width;
      if (isSeen) found.push({ element, top: box.top });
    }
    const lowest = found.toSorted((a, b) => b.top - a.top).slice(0, COUNT);
    this.#anchors = lowest.map(({ element }) => this.#anchorOf(element));
  }

  /** Moves the remembered positions by a shift that was handled. */
  moved(by: number): void {
    this.#anchors = this.#anchors.map((anchor) => ({ ...anchor, top: anchor.top + by, layoutTop: anchor.layoutTop + by }));
  }

  /** Returns by how many CSS pixels the content at the seam has moved down in the page since {@link take}. */
  shift(): number {
    const shifts: number[] = [];
    for (const before of this.#anchors) {
      if (!before.element.isConnected) continue;
      const now = this.#anchorOf(before.element);
      const moved = now.top - before.top;
      // An element that only a transform moves, or that does not scroll, does not show where the content is.
      const isLayout = Math.abs(moved - (now.layoutTop - before.layoutTop)) < ROUNDING;
      if (isLayout && now.content === before.content) shifts.push(moved);
    }
    return medianShift(shifts);
  }

  #anchorOf(element: HTMLElement): Anchor {
    const top = element.getBoundingClientRect().top + this.#scroller.top;
    const content = `${element.getAttribute("src") ?? ""} ${element.textContent}`;
    return { element, content, top, layoutTop: layoutTopOf(element) };
  }
}

/** Returns the position of an element in its document by layout, without transforms and scroll offsets. */
function layoutTopOf(element: HTMLElement): number {
  let top = 0;
  for (let at: HTMLElement | null = element; at; at = at.offsetParent as HTMLElement | null)
    top += at.offsetTop + (at === element ? 0 : at.clientTop);
  return top;
}
