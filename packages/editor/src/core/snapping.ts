import type { AnnotationDocument } from "@stillreel/contract";
import type { Guide, Point, Rect } from "./editor.types.ts";
import { boundsOf } from "./shapes/index.ts";
import { intersects } from "./geometry.ts";

/** Distance in CSS pixels within which a shape snaps to a line. */
export const SNAP_DISTANCE = 6;

interface Line {
  at: number;
  /** The extent of its shape, along the line. */
  from: number;
  to: number;
}

/** Edges and middles of the shapes that do not move, computed once per gesture. */
export interface SnapLines {
  x: readonly Line[];
  y: readonly Line[];
}

const across = ({ x, y, width, height }: Rect): Line[] => [x, x + width / 2, x + width].map((at) => ({ at, from: y, to: y + height }));
const along = ({ x, y, width, height }: Rect): Line[] => [y, y + height / 2, y + height].map((at) => ({ at, from: x, to: x + width }));

/** Returns the lines of the image and of all visible shapes in view except the moving ones. */
export function snapLines(document: AnnotationDocument, moving: readonly string[], shown: Rect, view: Rect): SnapLines {
  const still = new Set(moving);
  const boxes = document.shapes
    .filter(({ id, hidden }) => !still.has(id) && !hidden)
    .map(boundsOf)
    .filter((box) => intersects(box, view));
  boxes.push(shown);
  return { x: boxes.flatMap(across), y: boxes.flatMap(along) };
}

function nearest(lines: readonly Line[], positions: readonly number[], maxDistance: number): { by: number; line: Line } | null {
  let found: { by: number; line: Line } | null = null;
  for (const line of lines)
    for (const position of positions) {
      const by = line.at - position;
      if (Math.abs(by) <= (found ? Math.abs(found.by) - 1e-6 : maxDistance)) found = { by, line };
    }
  return found;
}

const guide = (axis: "x" | "y", line: Line, from: number, to: number): Guide => ({
  axis,
  at: line.at,
  from: Math.min(line.from, from),
  to: Math.max(line.to, to),
});

/** Returns the offset by which a moved box snaps, and the lines. */
export function snapBox(lines: SnapLines, box: Rect, maxDistance: number): { by: Point; guides: Guide[] } {
  const { x, y, width, height } = box;
  const found = {
    x: nearest(lines.x, [x, x + width / 2, x + width], maxDistance),
    y: nearest(lines.y, [y, y + height / 2, y + height], maxDistance),
  };
  const by = { x: found.x?.by ?? 0, y: found.y?.by ?? 0 };
  const guides: Guide[] = [];
  if (found.x) guides.push(guide("x", found.x.line, y + by.y, y + by.y + height));
  if (found.y) guides.push(guide("y", found.y.line, x + by.x, x + by.x + width));
  return { by, guides };
}

/** Snaps a point. `axes` names the coordinates that may change. */
export function snapPoint(
  lines: SnapLines,
  point: Point,
  maxDistance: number,
  axes: { x: boolean; y: boolean } = { x: true, y: true },
): { at: Point; guides: Guide[] } {
  const x = axes.x ? nearest(lines.x, [point.x], maxDistance) : null;
  const y = axes.y ? nearest(lines.y, [point.y], maxDistance) : null;
  const at = { x: point.x + (x?.by ?? 0), y: point.y + (y?.by ?? 0) };
  const guides: Guide[] = [];
  if (x) guides.push(guide("x", x.line, at.y, at.y));
  if (y) guides.push(guide("y", y.line, at.x, at.x));
  return { at, guides };
}
