import type { AnnotationDocument, Shape } from "@stillreel/contract";
import { clamped } from "./geometry.ts";

/** Maximum number of shapes in a document: the contract's limit. */
const SHAPES_MAX = 2_000;
const ID_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Creates the id of a new shape. It is short, because a document may have thousands of shapes. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => ID_LETTERS[byte % ID_LETTERS.length]).join("");

/** Returns the shapes of these ids, in drawing order. */
export const shapesOf = ({ shapes }: AnnotationDocument, ids: readonly string[]): Shape[] => {
  const wanted = new Set(ids);
  return shapes.filter(({ id }) => wanted.has(id));
};

const isSpotlight = ({ type }: Shape): boolean => type === "spotlight";

/** Returns shapes in an order in which spotlights are below all others: a spotlight dims the image, never an annotation. */
const spotlightsFirst = (shapes: readonly Shape[]): Shape[] => [
  ...shapes.filter(isSpotlight),
  ...shapes.filter((shape) => !isSpotlight(shape)),
];

/** Adds shapes on top, and spotlights at the bottom. The order of the existing shapes is unchanged. Returns the document unchanged when it would exceed the limit. */
export function withShapes(document: AnnotationDocument, added: readonly Shape[]): AnnotationDocument {
  if (added.length === 0 || document.shapes.length + added.length > SHAPES_MAX) return document;
  const firstOther = document.shapes.findIndex((shape) => !isSpotlight(shape));
  const at = firstOther === -1 ? document.shapes.length : firstOther;
  const [spotlights, others] = [added.filter(isSpotlight), added.filter((shape) => !isSpotlight(shape))];
  return { ...document, shapes: [...document.shapes.toSpliced(at, 0, ...spotlights), ...others] };
}

/** Replaces the shapes that have the ids of the given ones. */
export function withChanged(document: AnnotationDocument, changed: readonly Shape[]): AnnotationDocument {
  const byId = new Map(changed.map((shape) => [shape.id, shape]));
  let isSame = true;
  const shapes = document.shapes.map((shape) => {
    const other = byId.get(shape.id) ?? shape;
    if (other !== shape) isSame = false;
    return other;
  });
  return isSame ? document : { ...document, shapes };
}

export function withoutShapes(document: AnnotationDocument, ids: readonly string[]): AnnotationDocument {
  const gone = new Set(ids);
  const shapes = document.shapes.filter(({ id }) => !gone.has(id));
  return shapes.length === document.shapes.length ? document : { ...document, shapes };
}

/** Moves one shape to another index in the drawing order. Spotlights stay at the bottom. */
export function withMoved(document: AnnotationDocument, id: string, index: number): AnnotationDocument {
  const from = document.shapes.findIndex((shape) => shape.id === id);
  const [shape] = document.shapes.slice(from, from + 1);
  const to = clamped(Math.round(index), 0, document.shapes.length - 1);
  if (from === -1 || !shape || from === to) return document;
  return sameOrder(document, spotlightsFirst(document.shapes.toSpliced(from, 1).toSpliced(to, 0, shape)));
}

/** Moves shapes one index to the front or back, or to the end. Their relative order is unchanged, and spotlights stay at the bottom. */
export function withOrder(
  document: AnnotationDocument,
  ids: readonly string[],
  where: "forward" | "backward" | "front" | "back",
): AnnotationDocument {
  const moving = new Set(ids);
  const shapes = [...document.shapes];
  if (where === "front" || where === "back") {
    const chosen = shapes.filter(({ id }) => moving.has(id));
    const others = shapes.filter(({ id }) => !moving.has(id));
    return sameOrder(document, spotlightsFirst(where === "front" ? [...others, ...chosen] : [...chosen, ...others]));
  }
  const step = where === "forward" ? 1 : -1;
  const indexes = shapes.map((_, at) => at);
  for (const at of step === 1 ? indexes.toReversed() : indexes) {
    const [shape, other] = [shapes[at], shapes[at + step]];
    if (!shape || !other || !moving.has(shape.id) || moving.has(other.id)) continue;
    shapes[at] = other;
    shapes[at + step] = shape;
  }
  return sameOrder(document, spotlightsFirst(shapes));
}

const sameOrder = (document: AnnotationDocument, shapes: readonly Shape[]): AnnotationDocument =>
  shapes.every((shape, at) => shape === document.shapes[at]) ? document : { ...document, shapes: [...shapes] };

/** Returns the number of the next step: one more than the last drawn one. */
export function nextNumber({ shapes }: AnnotationDocument): number {
  const last = shapes.findLast((shape) => shape.type === "step");
  return last ? Math.min(9_999, last.number + 1) : 1;
}

/** Renumbers steps in drawing order from the first one's number. With `ids`, only those, from 1. */
export function renumbered(document: AnnotationDocument, ids: readonly string[] | null): AnnotationDocument {
  const chosen = new Set(ids ?? document.shapes.map(({ id }) => id));
  const steps = document.shapes.filter((shape) => shape.type === "step").filter(({ id }) => chosen.has(id));
  const first = ids ? 1 : Math.min(1, ...steps.map(({ number }) => number));
  return withChanged(
    document,
    steps.map((step, at) => (step.number === first + at ? step : { ...step, number: first + at })),
  );
}
