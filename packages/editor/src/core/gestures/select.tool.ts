import type { Shape } from "@stillreel/contract";
import { toPicture } from "../camera.ts";
import { shapesOf } from "../document-edits.ts";
import type { Point } from "../editor.types.ts";
import { center, contains, turned } from "../geometry.ts";
import { type Handle, HANDLE_TOLERANCE, handleAt, handlesOf } from "../handles.ts";
import { boxOf, hits, kindOf } from "../shapes/index.ts";
import { type Bench, type Gesture, HIT_TOLERANCE, type Press } from "./gesture.ts";
import { DraggingKnob } from "./knob.gesture.ts";
import { Moving } from "./moving.gesture.ts";
import { Resizing } from "./resizing.gesture.ts";
import { Marquee, Toggling } from "./selecting.gesture.ts";
import { Turning } from "./turning.gesture.ts";

/** Returns the topmost visible shape at a point. */
export function shapeAt(bench: Bench, { point, pointerType }: Press): Shape | null {
  const { document, camera } = bench.store.state;
  const tolerance = HIT_TOLERANCE[pointerType] / camera.zoom;
  return document.shapes.findLast((shape) => !shape.hidden && hits(shape, point, tolerance)) ?? null;
}

/** Returns the handle of the selection at a point. */
export function selectionHandle(bench: Bench, { point, pointerType }: Press): Handle | null {
  const { document, selection, camera } = bench.store.state;
  if (selection.length === 0) return null;
  return handleAt(handlesOf(shapesOf(document, selection), camera.zoom), point, HANDLE_TOLERANCE[pointerType] / camera.zoom);
}

const isInSelection = (bench: Bench, point: Point): boolean => {
  const { document, selection } = bench.store.state;
  return shapesOf(document, selection).some((shape) => {
    const box = boxOf(shape);
    // An arrow's box is mostly empty.
    return kindOf(shape).resizing !== "knobs" && contains(box, turned(point, center(box), -shape.rotation));
  });
};

/** Starts the gesture for a press with the default tool. */
export function startSelecting(bench: Bench, press: Press): Gesture {
  const { store } = bench;
  const handle = selectionHandle(bench, press);
  if (handle?.kind === "grip") return new Resizing(bench, press, handle.grip, handle.cursor);
  if (handle?.kind === "rotate") return new Turning(bench, press);
  if (handle?.kind === "knob") return new DraggingKnob(bench, handle.knob);
  const hit = shapeAt(bench, press);
  const { selection } = store.state;
  if (hit && press.shift) return new Toggling(bench, press, hit.id);
  // A selected shape can also be dragged by its empty inside, and below shapes that cover it.
  if (!press.shift && selection.length > 0 && isInSelection(bench, press.point)) {
    const isOther = hit !== null && !selection.includes(hit.id);
    return new Moving(bench, press, isOther ? hit.id : null);
  }
  if (!hit) return new Marquee(bench, press);
  if (!selection.includes(hit.id)) store.set({ selection: [hit.id] });
  return new Moving(bench, press, selection.length > 1 ? hit.id : null);
}

/** Creates a press at a position of the viewport. */
export const pressAt = (
  bench: Bench,
  input: { at: Point; pointerType: Press["pointerType"]; shift: boolean; alt: boolean; mod: boolean },
): Press => ({
  at: input.at,
  point: toPicture(bench.store.state.camera, input.at),
  pointerType: input.pointerType,
  shift: input.shift,
  alt: input.alt,
  mod: input.mod,
});
