import type { Shape } from "@stillreel/contract";
import { rounded, union } from "./geometry.ts";
import { boundsOf, kindOf } from "./shapes/index.ts";

/** Resizes shapes from their top left, as a group when there are several. The end of a line moves. */
export function resizedBy(shapes: readonly Shape[], dx: number, dy: number): Shape[] {
  const [only] = shapes;
  if (only && shapes.length === 1) return [singleResizedBy(only, dx, dy)];
  const from = union(shapes.map(boundsOf));
  if (!from) return [];
  const to = { ...from, width: Math.max(1, from.width + dx), height: Math.max(1, from.height + dy) };
  return shapes.map((shape) => kindOf(shape).scaled(shape, from, to));
}

function singleResizedBy(shape: Shape, dx: number, dy: number): Shape {
  const kind = kindOf(shape);
  if ("to" in shape && kind.dragged) return kind.dragged(shape, "to", { x: shape.to.x + dx, y: shape.to.y + dy });
  const box = kind.box(shape);
  const width = Math.max(1, box.width + dx);
  if (kind.resizing === "box") return kind.scaled(shape, box, { ...box, width, height: Math.max(1, box.height + dy) });
  if (shape.type === "text" && dx !== 0) return { ...shape, width: rounded(Math.max(shape.fontSize, (shape.width ?? box.width) + dx)) };
  // Shapes with fixed proportions are scaled by the requested axis.
  const scale = dx === 0 ? Math.max(1, box.height + dy) / Math.max(1, box.height) : width / Math.max(1, box.width);
  return kind.scaled(shape, box, { ...box, width: box.width * scale, height: box.height * scale });
}

/** Turns shapes clockwise, each around its own middle. Shapes that cannot turn are unchanged. */
export const rotatedBy = (shapes: readonly Shape[], degrees: number): Shape[] =>
  shapes.map((shape) =>
    kindOf(shape).canTurn && Number.isFinite(degrees)
      ? { ...shape, rotation: rounded((((shape.rotation + degrees) % 360) + 360) % 360) }
      : shape,
  );
