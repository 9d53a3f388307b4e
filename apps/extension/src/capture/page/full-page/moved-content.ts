import type { Box } from "../../../shared/core/region.ts";
import type { ScrollRange } from "../../core/full-page-session.ts";
import { covers } from "./placement.ts";
import type { Scroller } from "./scroller.ts";

/** Share of the window that a view must cover, and share of the page's text that its content must have. */
const VIEW_SHARE = 0.6;
const TEXT_SHARE = 0.5;
/** Part of the view's height by which its content must exceed it. */
const EXCESS = 0.2;

const cuts = ({ overflowY }: CSSStyleDeclaration): boolean => overflowY === "hidden" || overflowY === "clip";
const scrolls = ({ overflowY }: CSSStyleDeclaration): boolean => overflowY === "auto" || overflowY === "scroll";

/** The nearest ancestor that cuts the content, and whether it stays where it is while the document scrolls. */
interface View {
  element: Element;
  isFixed: boolean;
}

/**
 * A scroller whose content the page moves by a transform, as libraries for smooth scrolling do. An animation of our own moves
 * it instead: it has priority over the page's inline style and leaves no trace.
 */
export class MovedContent implements Pick<Scroller, keyof Scroller> {
  readonly element: HTMLElement;
  /** True when its view is the whole window: the picture then has no frame around the content. */
  readonly isDocument: boolean;
  readonly offset = { x: 0, y: 0 };
  readonly scrollbarElement = document.documentElement;
  readonly #view: Element;
  readonly #animation: Animation;
  readonly #x: number;
  #top = 0;

  constructor(element: HTMLElement, view: Element, matrix: DOMMatrixReadOnly) {
    this.element = element;
    this.#view = view;
    this.#x = matrix.m41;
    this.#top = -matrix.m42;
    this.#animation = element.animate(this.#frames(), { duration: 1, fill: "both" });
    this.#animation.pause();
    const { clientWidth, clientHeight } = document.documentElement;
    this.isDocument = covers(this.view(), { x: 0, y: 0, width: clientWidth, height: clientHeight });
  }

  view(): Box {
    const { left, top, right, bottom } = this.#view.getBoundingClientRect();
    const root = document.documentElement;
    const isRoot = this.#view === root;
    const [x, y] = isRoot ? [0, 0] : [Math.max(0, left), Math.max(0, top)];
    const [farX, farY] = isRoot
      ? [root.clientWidth, root.clientHeight]
      : [Math.min(root.clientWidth, right), Math.min(root.clientHeight, bottom)];
    return { x, y, width: farX - x, height: farY - y };
  }

  get left(): number {
    return 0;
  }

  get top(): number {
    return this.#top;
  }

  /** Moves the content, and the document with it: scripts of the page may show content by the document's position. */
  go(_x: number, y: number): void {
    this.#top = Math.min(Math.max(0, y), this.#max());
    (this.#animation.effect as KeyframeEffect).setKeyframes(this.#frames());
    const { scrollingElement } = document;
    scrollingElement?.scrollTo({ top: this.#top, behavior: "instant" });
  }

  range(): ScrollRange {
    return { minX: 0, maxX: 0, minY: 0, maxY: this.#max() };
  }

  isWithin(element: Element): boolean {
    return element.contains(this.element);
  }

  owns(element: Element): boolean {
    return element.ownerDocument === document;
  }

  release(): void {
    this.#animation.cancel();
  }

  #max(): number {
    const { top, height } = this.element.getBoundingClientRect();
    const { y, height: seen } = this.view();
    return Math.max(0, top + this.#top + Math.max(height, this.element.scrollHeight) - y - seen);
  }

  #frames(): Keyframe[] {
    const transform = `translate(${this.#x}px, ${-this.#top}px)`;
    return [{ transform }, { transform }];
  }
}

/** Returns what cuts the content of an element, or null when the user can scroll it. */
function viewOf(element: HTMLElement): View | null {
  let isFixed = false;
  let found: Element | null = null;
  for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
    const style = getComputedStyle(at);
    const holds = style.position === "fixed" || style.position === "sticky";
    isFixed ||= holds;
    if (at === element || at === document.body) continue;
    if (scrolls(style)) return null;
    if (!found && (cuts(style) || holds)) found = at;
  }
  return { element: found ?? document.documentElement, isFixed };
}

const lengthOf = (element: HTMLElement): number => element.innerText.replace(/\s+/gu, "").length;

/** Returns whether the window cannot be scrolled by the user. */
function isLocked(): boolean {
  const root = document.documentElement;
  const body = document.body as HTMLElement | null;
  return root.scrollHeight - root.clientHeight < 2 || [root, body].some((element) => element !== null && cuts(getComputedStyle(element)));
}

const isLarge = ({ width, height }: { width: number; height: number }): boolean =>
  Math.min(width, innerWidth) * Math.min(height, innerHeight) >= VIEW_SHARE * innerWidth * innerHeight;

/** Finds content that has most of the page's text, and that the page moves by a transform. Returns null for all other pages. */
export function findMovedContent(): MovedContent | null {
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    if (!(element.offsetHeight > innerHeight * (1 + EXCESS)) || element.offsetWidth < innerWidth * VIEW_SHARE) continue;
    const { transform, willChange } = getComputedStyle(element);
    if (transform === "none" && !willChange.includes("transform")) continue;
    const matrix = new DOMMatrixReadOnly(transform);
    const isMove = matrix.m11 === 1 && matrix.m22 === 1 && matrix.m12 === 0 && matrix.m21 === 0;
    const view = isMove && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ? viewOf(element) : null;
    if (!view || (!view.isFixed && !isLocked())) continue;
    if (!isLarge(view.element.getBoundingClientRect()) || lengthOf(element) < TEXT_SHARE * lengthOf(document.body)) continue;
    return new MovedContent(element, view.element, matrix);
  }
  return null;
}

/**
 * Returns whether most of the page's text is in a view that stays in place and hides a part of its content, so that scrolling
 * shows no more of it.
 */
export function hidesContent(scroller: Pick<Scroller, "isWithin">): boolean {
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const { scrollHeight, clientHeight } = element;
    if (scrollHeight < clientHeight * (1 + EXCESS) || !isLarge(element.getBoundingClientRect()) || scroller.isWithin(element)) continue;
    const style = getComputedStyle(element);
    if (scrolls(style) || !(cuts(style) || style.position === "fixed")) continue;
    if ((style.position === "fixed" || isLocked()) && lengthOf(element) >= TEXT_SHARE * lengthOf(document.body)) return true;
  }
  return false;
}
