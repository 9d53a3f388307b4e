import type { Anchors } from "./anchors.ts";
import { Floating } from "./floating.ts";
import { InlineStyles, isStyled, type Styled } from "./inline-styles.ts";
import type { PageApi, PageMove, PageStart, PageStop } from "../../core/full-page-session.ts";
import type { FullPageParts } from "./parts-slot.ts";
import type { Quiet } from "./quiet.ts";
import { type Root, walk } from "./roots.ts";
import { type AnyScroller, findScroller } from "./scroller.ts";
import { frames, Settling } from "./settling.ts";
import type { SidePanes } from "./side-panes.ts";
import type { Stillness } from "./stillness.ts";

/** Silence after which the caller counts as terminated; the page then restores itself. */
const SILENCE_MS = 12_000;
/** Time limit for pictures that were requested while scrolling down. */
const WAKE_MS = 1_500;
/** Time that an endless page gets to grow at its end. */
const GROWTH_MS = 400;
/** Maximum number of wake steps; the remainder of an endless page loads during the run. */
const WAKE_STEPS = 120;
/** Attempts to follow content that moves while the page scrolls. */
const SHIFTS = 3;
const SCROLL_KEYS = new Set(["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", " "]);

/** One run on this page, from the first inspection until everything is restored. */
export class Session implements PageApi {
  readonly #scroller: AnyScroller;
  readonly #styles = new InlineStyles();
  readonly #stillness: Stillness;
  readonly #settling = new Settling();
  readonly #quiet: Quiet;
  readonly #anchors: Anchors;
  readonly #panes: SidePanes;
  readonly #floating: Floating;
  readonly #before: { left: number; top: number; windowLeft: number; windowTop: number };
  readonly #isRtl: boolean;
  readonly #blocked = new AbortController();
  readonly #onEnd: () => void;
  /** CSS pixels by which the content has moved down since the first tile. Positions outside of this class are without it. */
  #drift = 0;
  #isIncomplete = false;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;

  constructor(parts: FullPageParts, onEnd: () => void) {
    this.#before = { left: 0, top: 0, windowLeft: scrollX, windowTop: scrollY };
    this.#scroller = parts.findMovedContent() ?? findScroller();
    this.#before.left = this.#scroller.left;
    this.#before.top = this.#scroller.top;
    this.#isRtl = getComputedStyle(this.#scroller.element).direction === "rtl";
    this.#isIncomplete = parts.hidesContent(this.#scroller);
    this.#floating = new Floating(this.#scroller, this.#styles);
    this.#stillness = new parts.Stillness(this.#scroller.element);
    this.#quiet = new parts.Quiet();
    this.#panes = new parts.SidePanes(this.#scroller, this.#styles);
    this.#anchors = new parts.Anchors(this.#scroller);
    this.#onEnd = onEnd;
  }

  begin(): PageStart {
    this.#listen();
    this.#blockScrolling();
    this.#hideScrollbar();
    this.#hold();
    const { isDocument } = this.#scroller;
    const view = this.#scroller.view();
    const isAll = isDocument && view.width >= innerWidth && view.height >= innerHeight;
    return { ...this.inspect(), pinch: visualViewport?.scale ?? 1, isDocument, view: isAll ? null : view, panes: this.#panes.all };
  }

  async wake(endY: number): Promise<void> {
    const { minX, minY } = this.#scroller.range();
    const { height } = this.#scroller.view();
    for (let step = 0, y = minY; step < WAKE_STEPS; step += 1, y += height) {
      this.#listen();
      this.#scroller.go(minX, y);
      await this.#while(frames(1));
      if (y + height >= endY) break;
      if (this.#isAtEnd(Infinity) && !(await this.#grows())) break;
    }
    const bottom = endY - this.#scroller.top + this.#scroller.view().y;
    await this.#while(this.#settling.arrived(this.#hold(), bottom, WAKE_MS));
  }

  async move({ x, y, endY, firstRow, firstColumn, lastColumn, bare }: PageMove): Promise<PageStop> {
    this.#listen();
    await this.#goAndSettle(x, y);
    await this.#followContent(x, y);
    // Late pictures may have moved the content.
    if (!this.#isAt(x, y)) this.#scroller.go(x, y + this.#drift);
    const lastRow = this.#isAtEnd(endY);
    const extent = this.#floating.show({ firstRow, lastRow, firstColumn, lastColumn }, bare);
    await this.#while(frames(2));
    this.#anchors.take();
    return { ...this.inspect(), isLastRow: lastRow, ...extent };
  }

  async movePane(index: number, y: number): Promise<PageStop & { paneY: number }> {
    this.#listen();
    const paneY = this.#panes.go(index, y);
    await this.#settle();
    return { ...this.inspect(), paneY };
  }

  inspect(): PageStop {
    this.#listen();
    const range = this.#scroller.range();
    return {
      x: this.#scroller.left,
      y: this.#scroller.top - this.#drift,
      range: { ...range, maxY: range.maxY - this.#drift },
      isLastRow: false,
      firstBottom: 0,
      lastTop: 0,
      viewport: { width: innerWidth, height: innerHeight },
      devicePixelRatio,
      isVisible: document.visibilityState === "visible",
      isIncomplete: this.#isIncomplete,
    };
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#watchdog);
    this.#blocked.abort();
    this.#quiet.release();
    this.#panes.release();
    this.#styles.restore();
    this.#stillness.release();
    this.#scroller.go(this.#before.left, this.#before.top);
    this.#scroller.release();
    scrollTo({ left: this.#before.windowLeft, top: this.#before.windowTop, behavior: "instant" });
    this.#onEnd();
  }

  #listen(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.end(), SILENCE_MS);
  }

  /** Waits for a promise. A run that ended meanwhile must not change the restored page any more. */
  async #while<T>(waiting: Promise<T>): Promise<T> {
    const result = await waiting;
    if (this.#hasEnded) throw new Error("This run has ended.");
    return result;
  }

  /** Scrolls to a position and waits until its content is complete. */
  async #goAndSettle(x: number, y: number): Promise<void> {
    this.#scroller.go(x, y + this.#drift);
    await this.#settle();
  }

  /** Waits until the content is complete after a scroll. */
  async #settle(): Promise<void> {
    await this.#while(frames(2));
    // Pages learn of the scrolling with the first frame.
    const scrolledAt = performance.now();
    if (this.#isAtEnd(Infinity)) await this.#grows();
    const roots = this.#roots();
    this.#quiet.observe(roots);
    if (!(await this.#while(this.#quiet.settled(scrolledAt, roots)))) this.#isIncomplete = true;
    await this.#while(this.#settling.inView(this.#roots(), innerHeight));
  }

  /** Scrolls after content that has moved since the last tile, so that the next tile continues where the last one ended. */
  async #followContent(x: number, y: number): Promise<void> {
    for (let tries = 0; tries < SHIFTS; tries += 1) {
      const shift = this.#anchors.shift();
      if (shift === 0) return;
      this.#drift += shift;
      this.#anchors.moved(shift);
      await this.#goAndSettle(x, y);
    }
    if (this.#anchors.shift() !== 0) this.#isIncomplete = true;
  }

  #isAt(x: number, y: number): boolean {
    return Math.abs(this.#scroller.top - y - this.#drift) <= 1 && Math.abs(this.#scroller.left - x) <= 1;
  }

  #grows(): Promise<boolean> {
    return this.#while(this.#settling.grows(this.#scroller, GROWTH_MS));
  }

  /** Blocks scrolling by the user and the page. */
  #blockScrolling(): void {
    const { signal } = this.#blocked;
    const block = (event: Event): void => {
      if (event instanceof KeyboardEvent && !SCROLL_KEYS.has(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const name of ["wheel", "touchmove", "keydown"]) addEventListener(name, block, { capture: true, passive: false, signal });
  }

  /** Hides a scroll bar but keeps its space: without it the whole page would be laid out again. */
  #hideScrollbar(): void {
    const { scrollbarElement: element, isDocument } = this.#scroller;
    if (!isStyled(element)) return;
    if (!isDocument) this.#styles.set(element, "scrollbar-color", "transparent transparent");
    else if (innerWidth - element.clientWidth < 1) this.#styles.set(element, "scrollbar-width", "none");
  }

  #hold(roots: readonly Root[] = walk(() => undefined)): readonly Root[] {
    this.#stillness.hold(roots);
    return roots;
  }

  /** Inspects the whole page: animated, floating and sticky elements. */
  #roots(): readonly Root[] {
    const loose: Styled[] = [];
    const roots = walk((element) => this.#floating.see(element, loose));
    this.#floating.position(loose, this.#isRtl);
    return this.#hold(roots);
  }

  #isAtEnd(endY: number): boolean {
    const { height } = this.#scroller.view();
    return this.#scroller.top + height >= Math.min(this.#scroller.range().maxY + height, endY + this.#drift) - 1;
  }
}
