import type { ShapeOf } from "@stillreel/contract";
import type { Point, Rect } from "../../editor.types.ts";
import { center, clamped, contains, turned } from "../../geometry.ts";
import { layoutOf, type TextLayout } from "../../text/layout.ts";

type Callout = ShapeOf<"callout">;

/** Space between the letters and the bubble's edge. */
const PADDING = 0.6;
export const cornerRadius = ({ width, height, fontSize }: Callout): number => Math.min(fontSize * 0.6, width / 2, height / 2);

export const calloutLayout = (shape: Callout): TextLayout => layoutOf(shape, Math.max(1, shape.width - 2 * PADDING * shape.fontSize));

/** Returns the box of the letters: the middle of the bubble. */
export function calloutLetters(shape: Callout): Rect {
  const layout = calloutLayout(shape);
  return {
    x: shape.x + PADDING * shape.fontSize,
    y: shape.y + (shape.height - layout.height) / 2,
    width: Math.max(1, shape.width - 2 * PADDING * shape.fontSize),
    height: layout.height,
  };
}

/** Returns the minimum height for the text. */
export const neededHeight = (shape: Callout): number => calloutLayout(shape).height + PADDING * shape.fontSize;

/** Returns the tip in the coordinates of the unturned bubble, or null when it is not visible. */
export function tipOf(shape: Callout): Point | null {
  if (!shape.tip) return null;
  const tip = turned(shape.tip, center(shape), -shape.rotation);
  return contains(shape, tip) ? null : tip;
}

/** Returns the corners of the tail: two on the bubble's edge towards the tip, and the tip. */
export function tail(shape: Callout): [Point, Point, Point] | null {
  const tip = tipOf(shape);
  if (!tip) return null;
  const radius = cornerRadius(shape);
  const { x, y, width, height } = shape;
  const middle = center(shape);
  const isBeside = Math.abs(tip.x - middle.x) / Math.max(1, width) > Math.abs(tip.y - middle.y) / Math.max(1, height);
  const side = isBeside ? height : width;
  const half = Math.max(0, Math.min(shape.fontSize * 0.5, side / 2 - radius));
  // Slightly inside the bubble, so that there is no seam.
  if (isBeside) {
    const at = clamped(tip.y, y + radius + half, y + height - radius - half);
    const edge = tip.x < middle.x ? x + 1 : x + width - 1;
    return [{ x: edge, y: at - half }, tip, { x: edge, y: at + half }];
  }
  const at = clamped(tip.x, x + radius + half, x + width - radius - half);
  const edge = tip.y < middle.y ? y + 1 : y + height - 1;
  return [{ x: at - half, y: edge }, tip, { x: at + half, y: edge }];
}
