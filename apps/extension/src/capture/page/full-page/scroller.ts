import type { Box } from "../../../shared/core/region.ts";
import type { ScrollRange } from "../../core/full-page-session.ts";
import { chooseScroller, type ScrollerCandidate } from "./placement.ts";
import { frameDocument, walk } from "./roots.ts";

const FAR = 10_000_000;

/** The scroller of the page's content: the document, or an element. */
export class Scroller {
  readonly element: Element;
  readonly isDocument: boolean;
  /** The frame element whose document is the scroller. */
  readonly #frame: Element | null;

  constructor(element: Element, isDocument: boolean, frame: Element | null) {
    this.element = element;
    this.isDocument = isDocument;
    this.#frame = frame;
  }

  /** Returns the element whose scroll bar is hidden. */
  get scrollbarElement(): Element {
    return this.element;
  }

  /** Returns the viewport box in which it shows its content, without scroll bars. */
  view(): Box {
    const { element } = this;
    if (this.isDocument) return { x: 0, y: 0, width: element.clientWidth, height: element.clientHeight };
    const outer = (this.#frame ?? element).getBoundingClientRect();
    const border = this.#frame ?? element;
    return { x: outer.left + border.clientLeft, y: outer.top + border.clientTop, width: element.clientWidth, height: element.clientHeight };
  }

  /** Returns the viewport position of the origin of the document. */
  get offset(): { x: number; y: number } {
    if (!this.#frame) return { x: 0, y: 0 };
    const { x, y } = this.view();
    return { x, y };
  }

  get left(): number {
    return this.element.scrollLeft;
  }

  get top(): number {
    return this.element.scrollTop;
  }

  /** Scrolls immediately, even when the page uses smooth scrolling. */
  go(x: number, y: number): void {
    this.element.scrollTo({ left: x, top: y, behavior: "instant" });
  }

  /** Measures the scroll range by scrolling, because only the browser knows fractions of a pixel. The position is restored. */
  range(): ScrollRange {
    const { left, top } = this;
    this.go(-FAR, -FAR);
    const range = { minX: this.left, maxX: 0, minY: this.top, maxY: 0 };
    this.go(FAR, FAR);
    range.maxX = this.left;
    range.maxY = this.top;
    this.go(left, top);
    // Content that overflows a page without horizontal scrolling is not meant to be visible.
    if (this.#isNarrow()) range.minX = range.maxX = 0;
    return range;
  }

  #isNarrow(): boolean {
    const { overflowX } = this.isDocument ? viewportOverflow() : getComputedStyle(this.element);
    return isCut(overflowX);
  }

  /** Returns whether it is or contains this element in any tree. */
  isWithin(element: Element): boolean {
    return element.contains(this.element) || (this.#frame !== null && element.contains(this.#frame));
  }

  /** Ends the use of the scroller. A native one has nothing to restore but its position. */
  release(): void {}

  /** Returns whether elements of this document scroll with it. */
  owns(element: Element): boolean {
    return element.ownerDocument === this.element.ownerDocument;
  }
}

/** A scroller of any kind. */
export type AnyScroller = Pick<Scroller, keyof Scroller>;

interface Found extends ScrollerCandidate {
  scroller: Scroller;
}

function visiblePart(box: Box): Box {
  const x = Math.max(0, box.x);
  const y = Math.max(0, box.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(innerWidth, box.x + box.width) - x),
    height: Math.max(0, Math.min(innerHeight, box.y + box.height) - y),
  };
}

function candidateOf(scroller: Scroller): Found {
  const { element } = scroller;
  return {
    scroller,
    visible: visiblePart(scroller.view()),
    hiddenX: element.scrollWidth - element.clientWidth,
    hiddenY: element.scrollHeight - element.clientHeight,
  };
}

const isCut = (overflow: string): boolean => overflow === "hidden" || overflow === "clip";
const scrolls = (overflow: string): boolean => overflow === "auto" || overflow === "scroll" || overflow === "overlay";

/** Returns an element that scrolls, or a frame whose document scrolls; null for all others. */
function innerScroller(element: Element): Found | null {
  const inFrame = frameDocument(element)?.scrollingElement;
  if (inFrame) {
    const found = candidateOf(new Scroller(inFrame, false, element));
    return found.hiddenX + found.hiddenY > 1 ? found : null;
  }
  if (element.ownerDocument !== document || element === document.documentElement) return null;
  if (element.scrollHeight - element.clientHeight < 2 && element.scrollWidth - element.clientWidth < 2) return null;
  const style = getComputedStyle(element);
  const found = candidateOf(new Scroller(element, false, null));
  if (!scrolls(style.overflowY)) found.hiddenY = 0;
  if (!scrolls(style.overflowX)) found.hiddenX = 0;
  return found.hiddenX + found.hiddenY > 1 ? found : null;
}

/** Returns the element whose overflow applies to the viewport: the root, or the body when the root has none. */
function viewportElement(): Element {
  const root = document.documentElement;
  const { overflowX, overflowY } = getComputedStyle(root);
  return overflowX === "visible" && overflowY === "visible" && document.body ? document.body : root;
}

const viewportOverflow = (): CSSStyleDeclaration => getComputedStyle(viewportElement());

/** Finds the scroller of the page's content: the document or an element. */
export function findScroller(): Scroller {
  const page = candidateOf(new Scroller(document.scrollingElement ?? document.documentElement, true, null));
  const own = viewportElement();
  const inner: Found[] = [];
  walk((element) => {
    const found = element === own ? null : innerScroller(element);
    if (found) inner.push(found);
  });
  const { overflowX, overflowY } = viewportOverflow();
  if (isCut(overflowX)) page.hiddenX = 0;
  const chosen = inner[chooseScroller(isCut(overflowY) ? null : page, inner, { width: innerWidth, height: innerHeight })];
  return (chosen ?? page).scroller;
}
