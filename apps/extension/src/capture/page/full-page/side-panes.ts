import type { Box } from "../../../shared/core/region.ts";
import type { PagePane } from "../../core/full-page-session.ts";
import type { InlineStyles } from "./inline-styles.ts";
import { overlaps } from "./placement.ts";
import type { AnyScroller } from "./scroller.ts";

/** Least height of a pane as a share of the window, and least hidden content as a share of the pane. */
const HEIGHT_SHARE = 0.4;
const HIDDEN_SHARE = 0.1;

interface Pane {
  element: HTMLElement;
  before: number;
}

/** Returns the visible box of an element without its borders and scroll bars. */
function viewOf(element: HTMLElement): Box {
  const { left, top } = element.getBoundingClientRect();
  return { x: left + element.clientLeft, y: top + element.clientTop, width: element.clientWidth, height: element.clientHeight };
}

/** Returns the first opaque background of an element or its ancestors. White is the browser's own. */
function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (/^rgb\(/u.test(backgroundColor)) return backgroundColor;
  }
  return "rgb(255, 255, 255)";
}

function isPane(element: HTMLElement, scroller: AnyScroller): boolean {
  const { clientHeight, scrollHeight } = element;
  if (clientHeight < innerHeight * HEIGHT_SHARE || scrollHeight < clientHeight * (1 + HIDDEN_SHARE)) return false;
  if (element.contains(scroller.element) || scroller.element.contains(element)) return false;
  const { overflowY } = getComputedStyle(element);
  const window = { x: 0, y: 0, width: innerWidth, height: innerHeight };
  return (overflowY === "auto" || overflowY === "scroll") && overlaps(viewOf(element), window) && element.checkVisibility();
}

/** Scrolling panes beside the captured one, for example the list beside a message. They start at their top. */
export class SidePanes {
  readonly #panes: Pane[] = [];

  /** Finds the panes. A page that scrolls as a whole has none: its scrolling elements are shown as they are. */
  constructor(scroller: AnyScroller, styles: InlineStyles) {
    if (scroller.isDocument) return;
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      if (this.#panes.some((pane) => pane.element.contains(element)) || !isPane(element, scroller)) continue;
      this.#panes.push({ element, before: element.scrollTop });
      styles.set(element, "scrollbar-color", "transparent transparent");
      this.go(this.#panes.length - 1, 0);
    }
  }

  get all(): PagePane[] {
    return this.#panes.map(({ element }) => ({ view: viewOf(element), height: element.scrollHeight, background: backgroundOf(element) }));
  }

  /** Scrolls a pane. Returns its actual position in CSS pixels. */
  go(index: number, y: number): number {
    const pane = this.#panes[index];
    pane?.element.scrollTo({ top: y, behavior: "instant" });
    return pane?.element.scrollTop ?? 0;
  }

  /** Restores the positions. */
  release(): void {
    for (const { element, before } of this.#panes) element.scrollTo({ top: before, behavior: "instant" });
  }
}
