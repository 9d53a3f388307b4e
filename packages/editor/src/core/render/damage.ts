import type { AnnotationDocument, Shape } from "@stillreel/contract";
import type { Rect } from "../editor.types.ts";
import { intersects, union } from "../geometry.ts";
import { paintBounds } from "../shapes/index.ts";

/** Spotlights dim everything else: any change of one changes the whole image. */
const isEverywhere = ({ type }: Shape): boolean => type === "spotlight";
const isSource = ({ type }: Shape): boolean => type === "redact" || type === "blur";
const showsPicture = ({ type }: Shape): boolean => type === "blur" || type === "magnifier";

/** Returns the shapes that differ between two documents, from both. */
function differing(before: AnnotationDocument, after: AnnotationDocument): Shape[] {
  const found: Shape[] = [];
  if (before.shapes.length === after.shapes.length) {
    for (const [at, shape] of before.shapes.entries()) {
      const other = after.shapes[at];
      if (other && other !== shape) found.push(shape, other);
    }
    return found;
  }
  const [had, has] = [new Set(before.shapes), new Set(after.shapes)];
  for (const shape of before.shapes) if (!has.has(shape)) found.push(shape);
  for (const shape of after.shapes) if (!had.has(shape)) found.push(shape);
  return found;
}

/** Returns the parts of the image that differ in another document, or `all` when any part may. */
export function damageOf(before: AnnotationDocument, after: AnnotationDocument): Rect[] | "all" {
  if (before === after) return [];
  if (before.crop !== after.crop) return "all";
  const shapes = differing(before, after);
  if (shapes.some(isEverywhere)) return "all";
  const damaged = shapes.map(paintBounds);
  // Blurs and magnifiers show other parts of the image than their own.
  if (shapes.some(isSource)) damaged.push(...after.shapes.filter((shape) => !shape.hidden && showsPicture(shape)).map(paintBounds));
  return damaged;
}

/** Joins overlapping boxes, so that few pixels are drawn twice. */
export function joined(rects: readonly Rect[]): Rect[] {
  const found: Rect[] = [];
  for (const rect of rects) {
    let grown = rect;
    for (
      let at = found.findIndex((other) => intersects(other, grown));
      at !== -1;
      at = found.findIndex((other) => intersects(other, grown))
    ) {
      const [other] = found.splice(at, 1);
      grown = (other && union([other, grown])) ?? grown;
    }
    found.push(grown);
  }
  return found;
}
