import type { Box } from "../../../shared/core/region.ts";
import { type InlineStyles, isStyled, type Styled } from "./inline-styles.ts";
import { covers, isShown, overlaps, type FloatPosition, floatPositionOf } from "./placement.ts";
import { flatParent } from "./roots.ts";
import type { AnyScroller } from "./scroller.ts";

/** Position of the tile that is captured next. */
export interface Tile {
  firstRow: boolean;
  lastRow: boolean;
  firstColumn: boolean;
  lastColumn: boolean;
}

const CONTENT = "img,svg,video,canvas,button,input,iframe,object,embed";
/** Scroll distances for probing which elements do not move; the first possible one is used. */
const PROBES = [
  [0, 64],
  [0, -64],
  [64, 0],
  [-64, 0],
] as const;
/** Maximum number of children that are inspected when an element has no size. */
const CHILDREN_MAX = 200;

const SIDES = ["top", "right", "bottom", "left"] as const;
/** Inset so far outside of the view that no element becomes sticky. */
const NEVER = "-1000000px";

/** Returns the box of an element, or of its children when it has no size. */
function boxOf(element: Element): Box {
  const own = element.getBoundingClientRect();
  if (own.width > 0 && own.height > 0) return { x: own.x, y: own.y, width: own.width, height: own.height };
  const inside = [...element.querySelectorAll("*")].slice(0, CHILDREN_MAX).map((child) => child.getBoundingClientRect());
  const boxes = inside.filter(({ width, height }) => width > 0 && height > 0);
  if (boxes.length === 0) return { x: own.x, y: own.y, width: 0, height: 0 };
  const x = Math.min(...boxes.map(({ left }) => left));
  const y = Math.min(...boxes.map(({ top }) => top));
  return { x, y, width: Math.max(...boxes.map(({ right }) => right)) - x, height: Math.max(...boxes.map(({ bottom }) => bottom)) - y };
}

/** Controls elements that do not scroll with the content, so that each appears once in the picture. */
export class Floating {
  readonly #scroller: AnyScroller;
  readonly #styles: InlineStyles;
  readonly #positions = new Map<Styled, FloatPosition | "never">();
  /** Absolutely positioned elements that scroll with the content. */
  readonly #moving = new WeakSet<Element>();

  constructor(scroller: AnyScroller, styles: InlineStyles) {
    this.#scroller = scroller;
    this.#styles = styles;
  }

  /** Inspects one element; possible floating elements are added to `loose`. Elements arrive in tree order. */
  see(element: Element, loose: Styled[]): void {
    if (!isStyled(element) || (element.ownerDocument !== document && !this.#scroller.owns(element))) return;
    const style = getComputedStyle(element);
    const { position, backgroundAttachment } = style;
    if (backgroundAttachment.includes("fixed"))
      this.#styles.set(element, "background-attachment", backgroundAttachment.replaceAll("fixed", "scroll"));
    if (position === "sticky" && this.#sticksToScroller(element)) {
      // The element stays sticky and keeps its painting order, but never reaches its sticky position.
      for (const side of SIDES) if (style[side] !== "auto") this.#styles.set(element, side, NEVER);
    } else if (this.#mayFloat(element, position)) loose.push(element);
  }

  /** Detects which of the elements do not move with the content, and assigns their position in the picture. */
  position(loose: readonly Styled[], isRtl: boolean): void {
    const view = this.#scroller.view();
    const still = this.#unmoved(loose.filter((element) => !this.#scroller.isWithin(element)));
    for (const { element, box } of still) {
      if (this.#isInPlaced(element) || !overlaps(box, view)) continue;
      if (element.localName.startsWith("stillreel-")) this.#positions.set(element, "never");
      else this.#positions.set(element, floatPositionOf(box, view, covers(box, view) && this.#isBackdrop(element), isRtl));
    }
  }

  /** Shows the elements of this tile and hides the others. Returns the extent of the visible ones. */
  show(tile: Tile, bare: boolean): { firstBottom: number; lastTop: number } {
    const view = this.#scroller.view();
    const extent = { firstBottom: 0, lastTop: view.height };
    for (const [element, position] of this.#positions) {
      const shown = position !== "never" && (position.row === "every" || (!bare && isShown(position, tile)));
      if (!shown) {
        this.#styles.set(element, "transition", "none");
        this.#styles.set(element, "opacity", "0");
        continue;
      }
      this.#styles.unset(element, "opacity");
      const box = this.#inViewport(element, boxOf(element));
      if (position.row === "first") extent.firstBottom = Math.max(extent.firstBottom, box.y + box.height - view.y);
      if (position.row === "last") extent.lastTop = Math.min(extent.lastTop, box.y - view.y);
    }
    return extent;
  }

  /** Returns whether an element may float: fixed ones over the document, also outer absolute ones over an inner scroller. */
  #mayFloat(element: Styled, position: string): boolean {
    if (this.#positions.has(element)) return false;
    return position === "fixed" || (position === "absolute" && !this.#scroller.isDocument && !this.#moving.has(element));
  }

  /** Returns whether the nearest scroller of a sticky element is the captured one. */
  #sticksToScroller(element: Element): boolean {
    const { element: own, isDocument } = this.#scroller;
    for (let above = flatParent(element); above; above = flatParent(above)) {
      if (above === own) return true;
      if (above === document.documentElement || above === document.body) continue;
      const { overflowX, overflowY } = getComputedStyle(above);
      if ((overflowX !== "visible" && overflowX !== "clip") || (overflowY !== "visible" && overflowY !== "clip")) return false;
    }
    return isDocument || this.#scroller.owns(element);
  }

  /** Scrolls slightly and back within one task, so that the page cannot react, and returns the elements that did not move. */
  #unmoved(elements: readonly Styled[]): { element: Styled; box: Box }[] {
    const before = elements.map(boxOf);
    const { left, top } = this.#scroller;
    for (const [x, y] of PROBES) {
      this.#scroller.go(left + x, top + y);
      if (this.#scroller.left !== left || this.#scroller.top !== top) break;
    }
    const after = elements.map(boxOf);
    this.#scroller.go(left, top);
    return elements.flatMap((element, at) => {
      const [a, b] = [before[at], after[at]];
      if (!a || !b || a.width === 0 || a.height === 0) return [];
      if (Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1) return [{ element, box: this.#inViewport(element, a) }];
      this.#moving.add(element);
      return [];
    });
  }

  #inViewport(element: Element, box: Box): Box {
    if (element.ownerDocument === document) return box;
    const { x, y } = this.#scroller.offset;
    return { ...box, x: box.x + x, y: box.y + y };
  }

  #isInPlaced(element: Element): boolean {
    for (let above = flatParent(element); above; above = flatParent(above)) if (this.#positions.has(above as Styled)) return true;
    return false;
  }

  /** Returns whether an element has nothing to read or click: a colour, a gradient or a backdrop. */
  #isBackdrop(element: Element): boolean {
    if (Number(getComputedStyle(element).zIndex) < 0) return true;
    return element.textContent.trim() === "" && !element.matches(CONTENT) && !element.querySelector(CONTENT);
  }
}
