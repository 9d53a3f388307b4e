import { PICTURE_SIDE_MAX } from "@stillreel/contract";
import { createPngEncoder } from "@stillreel/editor/core";
import { pictureOf, takeVisibleTab } from "../capture-quota.ts";
import type { TabTarget } from "../../../shared/core/tab-target.ts";
import { CaptureAbort, type Captured, type CaptureRegionOptions } from "./captured.ts";
import type { Box } from "../../../shared/core/region.ts";
import { fillOf, isBeside, type PaneStrip } from "./pane-strip.ts";
import { PageLink } from "./page-link.ts";
import type { PageMove, PageStart, PageStop } from "../../core/full-page-session.ts";
import { PictureWriter, type Row } from "./picture-writer.ts";
import type { Pixels } from "./stretch.ts";
import { TabWatch } from "./tab-watch.ts";
import { nextStop, type PixelBox, ratioOf, type Span, stops, toOffset, toPixels, viewIn } from "./tile-plan.ts";

/** Attempts per tile; a page that still moves after these is captured as it is. */
const TRIES = 3;
const PINCHED = 1.01;

interface Shot {
  stop: PageStop;
  /** State of the page after the capture. */
  after: PageStop;
  /** Decoded while the page scrolls to the next tile. */
  bitmap: Promise<ImageBitmap>;
}

/** The tiles of one row with the row properties of {@link Row}. */
interface RowShots extends Pick<Row, "y" | "shownTo" | "shownFrom"> {
  shots: Shot[];
  last: Shot;
}

/** Layout that is known after the first capture. All values are device pixels of the content. */
interface Layout {
  ratio: number;
  screen: { width: number; height: number };
  view: PixelBox;
  across: Span;
  columns: number[];
  top: number;
  hasFrame: boolean;
}

/**
 * Captures more than the viewport: scrolls, captures tiles and assembles them. Needs a user gesture (activeTab). The page is
 * restored in every case.
 * @throws CaptureAbort
 */
export async function captureRegion(target: TabTarget, options: CaptureRegionOptions): Promise<Captured> {
  const watch = new TabWatch(target);
  const cancelled = new AbortController();
  const cancel = (): void => cancelled.abort(new CaptureAbort("cancelled"));
  if (options.signal.aborted) cancel();
  options.signal.addEventListener("abort", cancel, { once: true });
  const signal = AbortSignal.any([cancelled.signal, watch.signal]);
  const page = new PageLink(target.tabId, watch, signal);
  try {
    return await new Run(target, options, page, watch, signal).capture();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof CaptureAbort) throw error;
    throw new CaptureAbort(isNoRoom(error) ? "storage-full" : "failed", error);
  } finally {
    await page.end();
    watch.stop();
    options.signal.removeEventListener("abort", cancel);
  }
}

/** One run, from the first inspection of the page to the finished picture. */
class Run {
  readonly #target: TabTarget;
  readonly #options: CaptureRegionOptions;
  readonly #page: PageLink;
  readonly #watch: TabWatch;
  readonly #signal: AbortSignal;
  #start: PageStart | null = null;
  #layout: Layout | null = null;
  #done = 0;
  #isIncomplete = false;

  constructor(target: TabTarget, options: CaptureRegionOptions, page: PageLink, watch: TabWatch, signal: AbortSignal) {
    this.#target = target;
    this.#options = options;
    this.#page = page;
    this.#watch = watch;
    this.#signal = signal;
  }

  async capture(): Promise<Captured> {
    await this.#watch.assertInFront();
    await this.#page.inject();
    const start = await this.#page.call("begin");
    if (start.pinch > PINCHED) throw new CaptureAbort("magnified");
    this.#start = start;
    const { region } = this.#options;
    const startY = region === "page" ? start.range.minY : Math.max(start.range.minY, region.y);
    const endY = this.#endY(startY, start.devicePixelRatio);
    await this.#page.call("wake", endY);
    const first = await this.#shoot({ x: this.#startX(), y: startY, endY, firstRow: true, firstColumn: true });
    const layout = this.#layOut(first.stop, await first.bitmap);
    const panes = layout.hasFrame ? await this.#takePanes(layout, this.#end(first.after, endY, layout)) : [];
    const screen = layout.hasFrame ? layout.screen : null;
    const content = { width: layout.across.to - layout.across.from, from: layout.top };
    const writer = new PictureWriter(createPngEncoder(this.#width(layout), null), layout.view, screen, content, panes);
    const last = await this.#takeRows(writer, layout, endY, first);
    const picture = await writer.finish(last.end);
    this.#checkPanes(layout, panes, last.end);
    const height = last.end - layout.top + (layout.hasFrame ? layout.screen.height - layout.view.height : 0);
    return this.#result(picture, height, layout, last);
  }

  /** Captures the panes beside the content, as far as the picture is high. */
  async #takePanes(layout: Layout, end: number): Promise<PaneStrip[]> {
    const { ratio, view, screen } = layout;
    const strips: PaneStrip[] = [];
    for (const [index, pane] of (this.#start as PageStart).panes.entries()) {
      const box = viewIn(screen, pane.view, ratio, true);
      if (!isBeside(box, view)) {
        this.#isIncomplete = true;
        continue;
      }
      const height = Math.min(Math.floor(pane.height * ratio), box.height + Math.max(0, end - layout.top - view.height));
      const pixels = { width: box.width, height, data: new Uint8ClampedArray(box.width * height * 4) };
      for (let y = 0; y < height; y += box.height) await this.#takePanePart(index, y, box, pixels, ratio);
      await this.#page.call("movePane", index, 0);
      strips.push({ box, pixels, fill: fillOf(pane.background) });
    }
    return strips;
  }

  /** Captures one screen of a pane into its strip. */
  async #takePanePart(index: number, y: number, box: PixelBox, { width, height, data }: Pixels, ratio: number): Promise<void> {
    const stop = await this.#page.call("movePane", index, y / ratio);
    this.#assertSame(stop);
    const bitmap = await this.#decode(await this.#take());
    const shot = pixelsOf(bitmap);
    bitmap.close();
    const at = Math.round(stop.paneY * ratio);
    for (let line = 0; line < box.height && at + line < height; line += 1) {
      const from = ((box.y + line) * shot.width + box.x) * 4;
      data.set(shot.data.subarray(from, from + width * 4), (at + line) * width * 4);
    }
  }

  /** A pane whose content is longer than the picture is cut. */
  #checkPanes({ top, view, ratio }: Layout, strips: readonly PaneStrip[], end: number): void {
    const { panes } = this.#start as PageStart;
    const room = end - top - view.height;
    if (strips.length > 0 && panes.some((pane) => pane.height * ratio > pane.view.height * ratio + room + ratio)) this.#isIncomplete = true;
  }

  /** Captures rows down to the end of the page or region. A row is assembled while the next one is captured. */
  async #takeRows(writer: PictureWriter, layout: Layout, endY: number, first: Shot): Promise<{ end: number; stop: PageStop }> {
    const { minY } = (this.#start as PageStart).range;
    let written = Promise.resolve();
    let at = toPixels(first.stop.y, minY, layout.ratio);
    let opening: Shot | null = first;
    for (let tries = 0; ;) {
      const firstRow: boolean = opening !== null;
      const row: RowShots = await this.#takeRow(layout, at, endY, opening);
      const { stop, after } = row.last;
      const end = this.#end(after, endY, layout);
      const next = nextStop(row.y, layout.view.height, end, this.#bottom(after, layout) - layout.view.height);
      if (next !== null && stop.isLastRow && stop.lastTop < layout.view.height / layout.ratio && tries < TRIES) {
        // The page grew: elements of its last row must not appear in the middle.
        tries += 1;
        for (const { bitmap } of row.shots) bitmap.then((unused) => unused.close()).catch(() => undefined);
        opening = firstRow ? await this.#shoot(this.#moveTo(layout, at, layout.columns[0] as number, endY, true)) : null;
        continue;
      }
      await written;
      written = this.#putTogether(layout, row).then((whole) => writer.add(whole));
      // The rejection is handled at the next `await`; until then this handler prevents an unhandled rejection.
      written.catch(() => undefined);
      opening = null;
      if (next === null) {
        await written;
        return { end: Math.max(end, row.y + 1), stop: after };
      }
      at = next;
    }
  }

  /** Captures the tiles of one row from left to right. */
  async #takeRow(layout: Layout, at: number, endY: number, opening: Shot | null): Promise<RowShots> {
    const { view, columns, ratio } = layout;
    const shots: Shot[] = [];
    for (const [index, x] of columns.entries()) {
      const isOpening = opening !== null && index === 0;
      const shot = isOpening ? opening : await this.#shoot(this.#moveTo(layout, at, x, endY, opening !== null));
      shots.push(shot);
      this.#progress(layout, shot.stop, endY);
    }
    const last = shots.at(-1) as Shot;
    const y = toPixels((shots[0] as Shot).stop.y, (this.#start as PageStart).range.minY, ratio);
    const { isLastRow, lastTop, firstBottom } = last.stop;
    return {
      y,
      shots,
      last,
      shownTo: y + (opening ? Math.ceil(firstBottom * ratio) : 0),
      shownFrom: isLastRow ? y + Math.floor(lastTop * ratio) : y + view.height,
    };
  }

  /** Draws the tiles of a row side by side. */
  async #putTogether(layout: Layout, { y, shots, shownTo, shownFrom }: RowShots): Promise<Row> {
    const { view, across, ratio, hasFrame } = layout;
    const { minX, minY } = (this.#start as PageStart).range;
    const canvas = new OffscreenCanvas(across.to - across.from, view.height);
    const context = contextOf(canvas);
    let leftShot: Pixels | null = null;
    let rightShot: Pixels | null = null;
    for (const [index, { stop, bitmap: decoded }] of shots.entries()) {
      const bitmap = await decoded;
      const left = toPixels(stop.x, minX, ratio) - across.from;
      const top = toPixels(stop.y, minY, ratio) - y;
      context.drawImage(bitmap, view.x, view.y, view.width, view.height, left, top, view.width, view.height);
      if (hasFrame && index === 0) leftShot = pixelsOf(bitmap);
      if (hasFrame && index === shots.length - 1) rightShot = shots.length === 1 ? leftShot : pixelsOf(bitmap);
      bitmap.close();
    }
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    return { y, pixels, leftShot, rightShot, shownTo, shownFrom };
  }

  /** Scrolls to a position, waits until it is painted and captures it; repeats this when the page moved meanwhile. */
  async #shoot(move: Omit<PageMove, "lastColumn" | "bare"> & { lastColumn?: boolean }): Promise<Shot> {
    const bare = this.#options.region !== "page";
    for (let tries = 1; ; tries += 1) {
      const stop = await this.#page.call("move", { lastColumn: this.#isNarrow(), ...move, bare });
      this.#assertSame(stop);
      const taken = await this.#take();
      const [after] = await Promise.all([this.#page.call("inspect"), this.#watch.assertInFront()]);
      this.#assertSame(after);
      const held = Math.abs(after.x - stop.x) < 0.5 && Math.abs(after.y - stop.y) < 0.5;
      if (!held && tries < TRIES) continue;
      if (!held) this.#isIncomplete = true;
      const bitmap = this.#decode(taken);
      // The function that draws it handles the rejection, except when the run ends before.
      bitmap.catch(() => undefined);
      return { stop, after, bitmap };
    }
  }

  async #decode(taken: string): Promise<ImageBitmap> {
    const bitmap = await createImageBitmap(await pictureOf(taken), { colorSpaceConversion: "none" });
    const { screen } = this.#layout ?? {};
    if (screen && (screen.width !== bitmap.width || screen.height !== bitmap.height)) throw new CaptureAbort("resized");
    return bitmap;
  }

  async #take(): Promise<string> {
    try {
      return await takeVisibleTab(this.#target.windowId, this.#signal);
    } catch (error) {
      this.#signal.throwIfAborted();
      throw await this.#watch.explain(error, "not-capturable");
    }
  }

  #assertSame({ viewport, devicePixelRatio, isVisible }: PageStop): void {
    const start = this.#start as PageStart;
    if (!isVisible) throw new CaptureAbort("hidden");
    const isSame =
      viewport.width === start.viewport.width && viewport.height === start.viewport.height && devicePixelRatio === start.devicePixelRatio;
    if (!isSame) throw new CaptureAbort("resized");
  }

  #moveTo({ columns, ratio }: Layout, y: number, x: number, endY: number, firstRow: boolean): PageMove {
    const { minX, minY } = (this.#start as PageStart).range;
    return {
      x: toOffset(x, minX, ratio),
      y: toOffset(y, minY, ratio),
      endY,
      firstRow,
      firstColumn: x === columns[0],
      lastColumn: x === columns.at(-1),
      bare: false,
    };
  }

  #layOut(stop: PageStop, bitmap: ImageBitmap): Layout {
    const start = this.#start as PageStart;
    const { region } = this.#options;
    const ratio = ratioOf(bitmap.width, start.viewport.width, start.devicePixelRatio);
    const screen = { width: bitmap.width, height: bitmap.height };
    const view = viewIn(screen, start.view, ratio, this.#isNarrow());
    const { minX, maxX, minY } = stop.range;
    const most = Math.min(toPixels(maxX, minX, ratio) + view.width, PICTURE_SIDE_MAX);
    const asked: Span =
      region === "page"
        ? { from: 0, to: most }
        : { from: toPixels(region.x, minX, ratio), to: toPixels(region.x + region.width, minX, ratio) };
    const from = Math.min(Math.max(0, asked.from), most - 1);
    const across = { from, to: Math.max(from + 1, Math.min(most, asked.to)) };
    const top = region === "page" ? 0 : Math.max(0, toPixels(region.y, minY, ratio));
    const layout: Layout = {
      ratio,
      screen,
      view,
      across,
      columns: stops(across, view.width, toPixels(maxX, minX, ratio)),
      top,
      hasFrame: region === "page" && !start.isDocument,
    };
    this.#layout = layout;
    return layout;
  }

  #width({ across, hasFrame, screen, view }: Layout): number {
    return across.to - across.from + (hasFrame ? screen.width - view.width : 0);
  }

  /** Returns whether there is one column. The number of columns is unknown before the first capture. */
  #isNarrow(): boolean {
    const { range, view, viewport } = this.#start as PageStart;
    const { region } = this.#options;
    if (region === "page") return range.maxX - range.minX < 0.5;
    return region.width <= (view ?? viewport).width;
  }

  #startX(): number {
    const { range } = this.#start as PageStart;
    const { region } = this.#options;
    return region === "page" ? range.minX : Math.min(Math.max(region.x, range.minX), range.maxX);
  }

  /** Returns the maximum end of the picture as a scroll offset: user limit, requested box or browser limit. */
  #endY(startY: number, ratio: number): number {
    const { view, viewport } = this.#start as PageStart;
    const { region, limitPx } = this.#options;
    const frame = view ? viewport.height - view.height : 0;
    const drawable = Math.floor(PICTURE_SIDE_MAX / ratio) - frame - 1;
    const limit = startY + Math.min(limitPx, drawable);
    return region === "page" ? limit : Math.min(limit, region.y + region.height);
  }

  /** Returns the current bottom edge of the content. */
  #bottom({ range }: PageStop, { ratio, view }: Layout): number {
    return toPixels(range.maxY, (this.#start as PageStart).range.minY, ratio) + view.height;
  }

  #end(stop: PageStop, endY: number, layout: Layout): number {
    return Math.min(this.#bottom(stop, layout), toPixels(endY, (this.#start as PageStart).range.minY, layout.ratio));
  }

  #progress(layout: Layout, stop: PageStop, endY: number): void {
    this.#done += 1;
    const rows = Math.ceil((this.#end(stop, endY, layout) - layout.top) / layout.view.height);
    const total = Math.max(this.#done, rows * layout.columns.length);
    this.#options.onProgress(this.#done, total);
  }

  #result(picture: Blob, height: number, layout: Layout, { end, stop }: { end: number; stop: PageStop }): Captured {
    const start = this.#start as PageStart;
    const { ratio, across, view, hasFrame } = layout;
    const { region } = this.#options;
    const wanted = region === "page" ? this.#bottom(stop, layout) : Math.min(this.#bottom(stop, layout), this.#asked(region, ratio));
    const frame = hasFrame && start.view ? start.view : { x: 0, y: 0 };
    return {
      picture,
      width: this.#width(layout),
      height,
      pixelRatio: ratio,
      viewport: start.viewport,
      origin: {
        x: toOffset(across.from, start.range.minX, ratio) - frame.x,
        y: toOffset(layout.top, start.range.minY, ratio) - frame.y,
      },
      scroller: start.isDocument ? null : (start.view ?? { x: 0, y: 0, width: view.width / ratio, height: view.height / ratio }),
      isIncomplete: this.#isIncomplete || stop.isIncomplete,
      stoppedAtLimit: wanted > end + ratio,
    };
  }

  #asked(region: Box, ratio: number): number {
    return toPixels(region.y + region.height, (this.#start as PageStart).range.minY, ratio);
  }
}

/** Returns whether an error means that memory or disk space is insufficient. */
function isNoRoom(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === "QuotaExceededError";
  return error instanceof RangeError && error.message.includes("alloc");
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new RangeError("A canvas could not be allocated.");
  return context;
}

function pixelsOf(bitmap: ImageBitmap): Pixels {
  const context = contextOf(new OffscreenCanvas(bitmap.width, bitmap.height));
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}
