import type { PngEncoder } from "@stillreel/editor/core";
import { drawPaneLine, type PaneStrip, splitOfPanes } from "./pane-strip.ts";
import { type Pixels, splitColumn, splitRow } from "./stretch.ts";
import { type PixelBox, seam, type Span } from "./tile-plan.ts";

/** A row of tiles: the full captured width of the content, the height of the view. */
export interface Row {
  /** Start of the row in content pixels. */
  y: number;
  pixels: Pixels;
  /** Capture of the first and of the last column, for the frame around the content's view. */
  leftShot: Pixels | null;
  rightShot: Pixels | null;
  /** Lower and upper limit of elements that only this row shows, in content pixels. */
  shownTo: number;
  shownFrom: number;
}

/** The part of the page around the content. */
interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Assembles rows of tiles and the page's frame from top to bottom while they arrive. */
export class PictureWriter {
  readonly #encoder: PngEncoder;
  readonly #view: PixelBox;
  readonly #frame: Frame | null;
  readonly #panes: readonly PaneStrip[];
  readonly #contentWidth: number;
  #pending: Row | null = null;
  #first: Row | null = null;
  /** The next content row to write. */
  #at: number;
  #splits: { left: number; right: number } | null = null;

  /**
   * @param view part of a capture that shows the content
   * @param screen size of a capture; its remainder is the frame, which is left out when this is null
   * @param content first content row of the picture and width of the content
   * @param panes scrolling panes beside the content
   */
  constructor(
    encoder: PngEncoder,
    view: PixelBox,
    screen: { width: number; height: number } | null,
    content: { width: number; from: number },
    panes: readonly PaneStrip[] = [],
  ) {
    this.#panes = panes;
    this.#encoder = encoder;
    this.#view = view;
    this.#contentWidth = content.width;
    this.#at = content.from;
    this.#frame = screen && {
      left: view.x,
      top: view.y,
      right: screen.width - view.x - view.width,
      bottom: screen.height - view.y - view.height,
    };
  }

  /** Adds the next row and writes the part of the previous row above it. */
  async add(row: Row): Promise<void> {
    const upper = this.#pending;
    this.#pending = row;
    if (!upper) {
      this.#first = row;
      await this.#writeEdge(row, 0, this.#frame?.top ?? 0);
      return;
    }
    const meets = seam({ ...spanOf(upper), shownTo: upper.shownTo }, { ...spanOf(row), shownFrom: row.shownFrom });
    await this.#writeContent(upper, meets, null);
  }

  /** Writes the last row down to `end`, and the frame below it. */
  async finish(end: number): Promise<Blob> {
    const last = this.#pending;
    if (!last) throw new Error("A picture has at least one row.");
    await this.#writeContent(last, end, end);
    const foot = this.#frame?.bottom ?? 0;
    if (foot > 0) await this.#writeEdge(last, this.#view.y + this.#view.height, foot, end);
    return this.#encoder.finish();
  }

  /** @param end end of all content, known after the last row is written */
  async #writeContent(row: Row, to: number, end: number | null): Promise<void> {
    const stride = this.#contentWidth * 4;
    const count = to - this.#at;
    if (count <= 0) return;
    const { data, height } = row.pixels;
    const lineOf = (y: number): number => Math.min(Math.max(y - row.y, 0), height - 1);
    if (!this.#frame || this.#frame.left + this.#frame.right === 0) {
      const from = lineOf(this.#at);
      await this.#encoder.write(data.subarray(from * stride, (from + count) * stride));
    } else await this.#encoder.write(this.#besideFrame(row, to, end, lineOf));
    this.#at = to;
  }

  #besideFrame(row: Row, to: number, end: number | null, lineOf: (y: number) => number): Uint8ClampedArray {
    const { left, right } = this.#frame as Frame;
    const width = left + this.#contentWidth + right;
    const made = new Uint8ClampedArray((to - this.#at) * width * 4);
    for (let y = this.#at, to4 = 0; y < to; y += 1) {
      const line = lineOf(y) * this.#contentWidth * 4;
      made.set(this.#sideOf(row, "left", y, end), to4);
      made.set(row.pixels.data.subarray(line, line + this.#contentWidth * 4), to4 + left * 4);
      made.set(this.#sideOf(row, "right", y, end), to4 + (left + this.#contentWidth) * 4);
      this.#drawPanes(made.subarray(to4, to4 + width * 4), this.#view.y + y - (this.#first as Row).y, end);
      to4 += width * 4;
    }
    return made;
  }

  /** @param end end of all content, or null while it is unknown */
  #drawPanes(line: Uint8ClampedArray, y: number, end: number | null): void {
    const shift = this.#contentWidth - this.#view.width;
    const grownBy = end === null ? Number.POSITIVE_INFINITY : end - (this.#first as Row).y - this.#view.height;
    for (const pane of this.#panes) drawPaneLine(pane, line, y, { view: this.#view, shift, grownBy });
  }

  /** Returns one line of the strip beside the content: upper part of the first row, lower part of the last row, one repeated line between. */
  #sideOf(row: Row, side: "left" | "right", y: number, end: number | null): Uint8ClampedArray {
    const { left, right } = this.#frame as Frame;
    const first = (side === "left" ? this.#first?.leftShot : this.#first?.rightShot) as Pixels;
    const span: Span = side === "left" ? { from: 0, to: left } : { from: first.width - right, to: first.width };
    const split = this.#splitOf(first, side, span);
    const top = this.#view.y;
    const down = y - (this.#first as Row).y;
    const fromEnd = end === null ? Number.POSITIVE_INFINITY : end - y;
    const below = top + this.#view.height - split;
    if (down < split - top) return part(first, top + down, span);
    const last = (side === "left" ? row.leftShot : row.rightShot) as Pixels;
    if (fromEnd <= below) return part(last, top + this.#view.height - fromEnd, span);
    return part(first, split, span);
  }

  #splitOf(first: Pixels, side: "left" | "right", span: Span): number {
    const { left, right } = this.#frame as Frame;
    const bottom = this.#view.y + this.#view.height;
    this.#splits ??= {
      left: left > 0 ? this.#splitIn(first, { from: 0, to: left }, bottom) : 0,
      right: right > 0 ? this.#splitIn(first, { from: first.width - right, to: first.width }, bottom) : 0,
    };
    return span.to > span.from ? this.#splits[side] : bottom - 1;
  }

  #splitIn(first: Pixels, columns: Span, bottom: number): number {
    return splitOfPanes(this.#panes, columns, this.#view.y, bottom) ?? splitRow(first, columns.from, columns.to, this.#view.y, bottom);
  }

  /** Writes lines of the frame above or below the content, stretched to the width of the picture. */
  async #writeEdge(row: Row, from: number, count: number, end: number | null = null): Promise<void> {
    if (!this.#frame || count === 0 || !row.leftShot || !row.rightShot) return;
    const extra = this.#contentWidth - this.#view.width;
    const { width } = row.leftShot;
    const split = extra > 0 ? splitColumn(row.leftShot, this.#view.x, this.#view.x + this.#view.width, from, from + count) : width;
    const made = new Uint8ClampedArray((width + extra) * count * 4);
    for (let line = 0; line < count; line += 1) {
      const to = line * (width + extra) * 4;
      made.set(part(row.leftShot, from + line, { from: 0, to: split }), to);
      if (extra > 0) {
        const same = part(row.leftShot, from + line, { from: split, to: split + 1 });
        for (let x = 0; x < extra; x += 1) made.set(same, to + (split + x) * 4);
        made.set(part(row.rightShot, from + line, { from: split, to: width }), to + (split + extra) * 4);
      }
      if (end !== null) {
        const y = from + line + end - (this.#first as Row).y - this.#view.height;
        this.#drawPanes(made.subarray(to, to + (width + extra) * 4), y, end);
      }
    }
    await this.#encoder.write(made);
  }
}

const spanOf = (row: Row): Span => ({ from: row.y, to: row.y + row.pixels.height });

/** Returns a range of pixels of one line. */
function part({ data, width }: Pixels, line: number, { from, to }: Span): Uint8ClampedArray {
  return data.subarray((line * width + from) * 4, (line * width + to) * 4);
}
