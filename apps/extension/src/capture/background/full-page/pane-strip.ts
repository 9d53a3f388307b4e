import type { Pixels } from "./stretch.ts";
import type { PixelBox, Span } from "./tile-plan.ts";

/** The whole content of a scrolling pane beside the captured one. */
export interface PaneStrip {
  /** Visible box of the pane in a capture of the window. */
  box: PixelBox;
  /** Pixels from the top of the content; as wide as the box. */
  pixels: Pixels;
  /** Color below the content: RGBA. */
  fill: readonly [number, number, number, number];
}

/** Reads a color that the browser has computed as `rgb(r, g, b)`. */
export function fillOf(color: string): PaneStrip["fill"] {
  const [red = 255, green = 255, blue = 255] = (color.match(/[\d.]+/gu) ?? []).map(Number);
  return [red, green, blue, 255];
}

/** Returns whether a pane is beside the view of the captured content, not above or below it. */
export const isBeside = ({ x, width }: PixelBox, view: PixelBox): boolean => x + width <= view.x + 1 || x >= view.x + view.width - 1;

/**
 * Draws the pane's part of one line of the picture.
 * @param line the line of the picture, RGBA
 * @param y its number, from the top of the picture
 * @param shift pixels by which columns right of the captured content are moved to the right
 * @param grownBy height by which the pane is extended; infinite while the end of the content is unknown
 */
export function drawPaneLine(
  { box, pixels, fill }: PaneStrip,
  line: Uint8ClampedArray,
  y: number,
  { view, shift, grownBy }: { view: PixelBox; shift: number; grownBy: number },
): void {
  const row = y - box.y;
  if (row < 0 || row >= box.height + grownBy) return;
  const x = box.x >= view.x + view.width - 1 ? box.x + shift : box.x;
  if (row < pixels.height) {
    line.set(pixels.data.subarray(row * pixels.width * 4, (row + 1) * pixels.width * 4), x * 4);
    return;
  }
  for (let at = x; at < x + pixels.width; at += 1) line.set(fill, at * 4);
}

/** Returns the row at which a strip beside the content is extended: the last row of its lowest pane, or null without panes. */
export function splitOfPanes(panes: readonly PaneStrip[], columns: Span, top: number, bottom: number): number | null {
  const within = panes.filter(({ box }) => box.x < columns.to && box.x + box.width > columns.from);
  if (within.length === 0) return null;
  const lowest = Math.max(...within.map(({ box }) => box.y + box.height));
  return Math.min(Math.max(lowest - 1, top), bottom - 1);
}
