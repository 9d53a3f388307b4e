import type { Shape } from "@stillreel/contract";
import { seenRect, toPicture } from "../camera.ts";
import { newId, shapesOf, withChanged, withShapes } from "../document-edits.ts";
import type { Point, Rect } from "../editor.types.ts";
import { center, contains, distance, intersects, rectOf, rounded, shifted, straightened, turned, union } from "../geometry.ts";
import { type Frame, frameOf, type Grip, type Handle, HANDLE_REACH, handleAt, handlesOf, resizedFrame } from "../handles.ts";
import { boundsOf, boxOf, hits, kindOf, type Knob } from "../shapes/index.ts";
import { snapBox, type SnapLines, snapLines, snapPoint, SNAP_REACH } from "../snapping.ts";
import { type Bench, DRAG_FROM, type Gesture, HIT_REACH, type Press } from "./gesture.ts";

/** The topmost visible shape at a point. */
export function shapeAt(bench: Bench, { point, pointerType }: Press): Shape | null {
  const { document, camera } = bench.store.state;
  const reach = HIT_REACH[pointerType] / camera.zoom;
  return document.shapes.findLast((shape) => !shape.hidden && hits(shape, point, reach)) ?? null;
}

/** The handle of the selection at a point. */
export function selectionHandle(bench: Bench, { point, pointerType }: Press): Handle | null {
  const { document, selection, camera } = bench.store.state;
  if (selection.length === 0) return null;
  return handleAt(handlesOf(shapesOf(document, selection), camera.zoom), point, HANDLE_REACH[pointerType] / camera.zoom);
}

const isInSelection = (bench: Bench, point: Point): boolean => {
  const { document, selection } = bench.store.state;
  return shapesOf(document, selection).some((shape) => {
    const box = boxOf(shape);
    // An arrow's box is mostly empty.
    return kindOf(shape).resizing !== "knobs" && contains(box, turned(point, center(box), -shape.rotation));
  });
};

/** What a press with the resting tool begins. */
export function startSelecting(bench: Bench, press: Press): Gesture {
  const { store } = bench;
  const handle = selectionHandle(bench, press);
  if (handle?.kind === "grip") return new Resizing(bench, press, handle.grip, handle.cursor);
  if (handle?.kind === "rotate") return new Turning(bench, press);
  if (handle?.kind === "knob") return new DraggingKnob(bench, handle.knob);
  const hit = shapeAt(bench, press);
  const { selection } = store.state;
  if (hit && press.shift) return new Toggling(bench, press, hit.id);
  // What is selected is held also by its empty inside, and below others that lie over it.
  if (!press.shift && selection.length > 0 && isInSelection(bench, press.point)) {
    const isOther = hit !== null && !selection.includes(hit.id);
    return new Moving(bench, press, isOther ? hit.id : null);
  }
  if (!hit) return new Marquee(bench, press);
  if (!selection.includes(hit.id)) store.set({ selection: [hit.id] });
  return new Moving(bench, press, selection.length > 1 ? hit.id : null);
}

/** Where the lines are to which a selection snaps. */
function linesFor(bench: Bench, moving: readonly string[]): SnapLines {
  const { document, camera, viewport } = bench.store.state;
  const shown = document.crop ?? { x: 0, y: 0, ...bench.picture };
  return snapLines(document, moving, shown, seenRect(camera, viewport));
}

/** Adds or takes away by a Shift-click; a Shift-drag draws a marquee, also when it begins on a shape. */
class Toggling implements Gesture {
  readonly #bench: Bench;
  readonly #start: Press;
  readonly #id: string;
  #marquee: Marquee | null = null;

  constructor(bench: Bench, start: Press, id: string) {
    this.#bench = bench;
    this.#start = start;
    this.#id = id;
  }

  move(press: Press): void {
    if (!this.#marquee && distance(press.at, this.#start.at) >= DRAG_FROM) this.#marquee = new Marquee(this.#bench, this.#start);
    this.#marquee?.move(press);
  }

  end(press: Press): void {
    this.#marquee?.move(press);
    if (this.#marquee) return this.#marquee.end();
    const { store } = this.#bench;
    const { selection } = store.state;
    store.set({ selection: selection.includes(this.#id) ? selection.filter((id) => id !== this.#id) : [...selection, this.#id] });
  }

  cancel(): void {
    this.#marquee?.cancel();
  }
}

/** Draws a box and selects what lies in it or crosses it. */
class Marquee implements Gesture {
  readonly #bench: Bench;
  readonly #start: Press;
  readonly #before: readonly string[];

  constructor(bench: Bench, start: Press) {
    this.#bench = bench;
    this.#start = start;
    this.#before = bench.store.state.selection;
    if (!start.shift && this.#before.length > 0) bench.store.set({ selection: [] });
  }

  move({ at, point }: Press): void {
    const { store } = this.#bench;
    if (!store.state.marquee && distance(at, this.#start.at) < DRAG_FROM) return;
    const marquee = rectOf(this.#start.point, point);
    const kept = this.#start.shift ? this.#before : [];
    const inside = store.state.document.shapes
      .filter((shape) => !shape.hidden && !kept.includes(shape.id) && isTouched(shape, marquee))
      .map(({ id }) => id);
    store.set({ marquee, selection: [...kept, ...inside] });
  }

  end(): void {
    this.#bench.store.set({ marquee: null });
  }

  cancel(): void {
    this.#bench.store.set({ marquee: null, selection: this.#before });
  }
}

/** Large areas are only taken when the whole of them is enclosed: else every marquee inside of one would take it. */
function isTouched(shape: Shape, marquee: Rect): boolean {
  const bounds = boundsOf(shape);
  const isArea = shape.type === "spotlight" || shape.type === "redact" || shape.type === "blur";
  if (!isArea) return intersects(bounds, { ...marquee, width: marquee.width + 0.01, height: marquee.height + 0.01 });
  return contains(marquee, bounds) && contains(marquee, { x: bounds.x + bounds.width, y: bounds.y + bounds.height });
}

/** Moves the selection; with Alt a copy of it. A press that stays where it is selects what it hit. */
class Moving implements Gesture {
  readonly cursor = "move";
  readonly #bench: Bench;
  readonly #start: Press;
  readonly #mark;
  readonly #clicked: string | null;
  #shapes: readonly Shape[] = [];
  #box: Rect | null = null;
  #lines: SnapLines = { x: [], y: [] };
  #isDragging = false;

  /** @param clicked what becomes the selection when nothing is dragged */
  constructor(bench: Bench, start: Press, clicked: string | null) {
    this.#bench = bench;
    this.#start = start;
    this.#clicked = clicked;
    this.#mark = bench.store.mark();
  }

  move(press: Press): void {
    const { store } = this.#bench;
    if (!this.#isDragging) {
      if (distance(press.at, this.#start.at) < DRAG_FROM) return;
      this.#begin(press.alt || this.#start.alt);
    }
    const { zoom } = store.state.camera;
    let by = { x: press.point.x - this.#start.point.x, y: press.point.y - this.#start.point.y };
    if (press.shift) by = Math.abs(by.x) > Math.abs(by.y) ? { x: by.x, y: 0 } : { x: 0, y: by.y };
    const snapped = press.mod || !this.#box ? null : snapBox(this.#lines, shifted(this.#box, by.x, by.y), SNAP_REACH / zoom);
    // Along a locked axis nothing may pull aside.
    const pull = { x: press.shift && by.x === 0 ? 0 : (snapped?.by.x ?? 0), y: press.shift && by.y === 0 ? 0 : (snapped?.by.y ?? 0) };
    const moved = this.#shapes.map((shape) => kindOf(shape).moved(shape, by.x + pull.x, by.y + pull.y));
    store.set({ document: withChanged(store.state.document, moved), guides: snapped?.guides ?? [] });
  }

  #begin(isCopy: boolean): void {
    const { store } = this.#bench;
    this.#isDragging = true;
    if (isCopy) {
      const copies = shapesOf(store.state.document, store.state.selection).map((shape) => ({ ...shape, id: newId() }));
      store.set({ document: withShapes(store.state.document, copies), selection: copies.map(({ id }) => id) });
    }
    const { document, selection } = store.state;
    this.#shapes = shapesOf(document, selection);
    this.#box = union(this.#shapes.map(boundsOf));
    this.#lines = linesFor(this.#bench, selection);
  }

  end(press: Press): void {
    const { store } = this.#bench;
    if (this.#isDragging) this.move(press);
    else if (this.#clicked !== null) store.set({ selection: [this.#clicked] });
    store.set({ guides: [] });
    store.keep(this.#mark);
  }

  cancel(): void {
    this.#bench.store.bail(this.#mark);
  }
}

/** Resizes one shape in its own, turned frame, or several as a group. */
class Resizing implements Gesture {
  readonly cursor: string;
  readonly #bench: Bench;
  readonly #start: Press;
  readonly #grip: Grip;
  readonly #mark;
  readonly #shapes: readonly Shape[];
  readonly #frame: Frame;
  readonly #lines: SnapLines;

  constructor(bench: Bench, start: Press, grip: Grip, cursor: string) {
    const { document, selection } = bench.store.state;
    this.cursor = cursor;
    this.#bench = bench;
    this.#start = start;
    this.#grip = grip;
    this.#mark = bench.store.mark();
    this.#shapes = shapesOf(document, selection);
    this.#frame = frameOf(this.#shapes) ?? { rect: { x: 0, y: 0, width: 0, height: 0 }, rotation: 0 };
    this.#lines = linesFor(bench, selection);
  }

  move(press: Press): void {
    const { store } = this.#bench;
    const { rect, rotation } = this.#frame;
    const grip = this.#grip;
    let to = press.point;
    let guides = store.state.guides;
    if (press.mod || rotation !== 0) guides = [];
    else {
      // What snaps is the edge, which need not be where the pointer took hold.
      const edge = { x: rect.x + (rect.width * (grip.x + 1)) / 2, y: rect.y + (rect.height * (grip.y + 1)) / 2 };
      const off = { x: edge.x - this.#start.point.x, y: edge.y - this.#start.point.y };
      const free = { x: grip.x !== 0, y: grip.y !== 0 };
      const snapped = snapPoint(this.#lines, { x: to.x + off.x, y: to.y + off.y }, SNAP_REACH / store.state.camera.zoom, free);
      to = { x: snapped.at.x - off.x, y: snapped.at.y - off.y };
      guides = snapped.guides;
    }
    const by = turned({ x: to.x - this.#start.point.x, y: to.y - this.#start.point.y }, { x: 0, y: 0 }, -rotation);
    store.set({ document: withChanged(store.state.document, this.#resized(by, press)), guides });
  }

  #resized(by: Point, { shift, alt }: Press): Shape[] {
    const [only] = this.#shapes;
    const resizing = this.#shapes.length === 1 && only ? kindOf(only).resizing : "box";
    const isWidth = resizing === "text" && this.#grip.y === 0;
    const keepsRatio = shift || resizing === "uniform" || (resizing === "text" && !isWidth);
    const to = resizedFrame(this.#frame, this.#grip, by, { keepsRatio, fromCenter: alt, least: 1 });
    if (isWidth && only?.type === "text") {
      const spare = this.#frame.rect.width - (only.width ?? this.#frame.rect.width);
      const inset = only.width === null ? only.x - this.#frame.rect.x : spare / 2;
      const width = Math.max(only.fontSize, to.width - 2 * inset);
      return [{ ...only, x: rounded(to.x + inset), width: rounded(width) }];
    }
    return this.#shapes.map((shape) => kindOf(shape).scaled(shape, this.#frame.rect, to));
  }

  end(press: Press): void {
    this.move(press);
    this.#bench.store.set({ guides: [] });
    this.#bench.store.keep(this.#mark);
  }

  cancel(): void {
    this.#bench.store.bail(this.#mark);
  }
}

/** Turns one shape around its middle; with Shift in steps of 15°, and always a little drawn to right angles. */
class Turning implements Gesture {
  readonly cursor = "grabbing";
  readonly #bench: Bench;
  readonly #mark;
  readonly #shape: Shape | undefined;
  readonly #middle: Point;
  readonly #angle: number;

  constructor(bench: Bench, { point }: Press) {
    const { document, selection } = bench.store.state;
    this.#bench = bench;
    this.#mark = bench.store.mark();
    this.#shape = shapesOf(document, selection)[0];
    this.#middle = center(this.#shape ? boxOf(this.#shape) : { x: 0, y: 0, width: 0, height: 0 });
    this.#angle = this.#angleOf(point);
  }

  #angleOf({ x, y }: Point): number {
    return (Math.atan2(y - this.#middle.y, x - this.#middle.x) * 180) / Math.PI;
  }

  move({ point, shift, mod }: Press): void {
    const { store } = this.#bench;
    if (!this.#shape) return;
    let rotation = this.#shape.rotation + this.#angleOf(point) - this.#angle;
    const upright = Math.round(rotation / 90) * 90;
    if (shift) rotation = Math.round(rotation / 15) * 15;
    else if (!mod && Math.abs(rotation - upright) < 3) rotation = upright;
    // 0 to 360, as the contract allows, and 0 rather than 360.
    rotation = rounded(((rotation % 360) + 360) % 360) % 360;
    store.set({ document: withChanged(store.state.document, [{ ...this.#shape, rotation }]) });
  }

  end(press: Press): void {
    this.move(press);
    this.#bench.store.keep(this.#mark);
  }

  cancel(): void {
    this.#bench.store.bail(this.#mark);
  }
}

/** Drags an end, a bend, a tip or what a magnifier shows. */
class DraggingKnob implements Gesture {
  readonly cursor = "move";
  readonly #bench: Bench;
  readonly #knob: Knob["name"];
  readonly #mark;
  readonly #shape: Shape | undefined;
  readonly #lines: SnapLines;

  constructor(bench: Bench, knob: Knob["name"]) {
    const { document, selection } = bench.store.state;
    this.#bench = bench;
    this.#knob = knob;
    this.#mark = bench.store.mark();
    this.#shape = shapesOf(document, selection)[0];
    this.#lines = linesFor(bench, selection);
  }

  move({ point, shift, mod, alt }: Press): void {
    const { store } = this.#bench;
    const shape = this.#shape;
    if (!shape) return;
    let to = point;
    let guides: ReturnType<typeof snapPoint>["guides"] = [];
    const other = "from" in shape && this.#knob !== "bend" ? shape[this.#knob === "from" ? "to" : "from"] : null;
    if (shift && other) to = straightened(other, point);
    else if (!mod && !alt && this.#knob !== "bend")
      ({ at: to, guides } = snapPoint(this.#lines, point, SNAP_REACH / store.state.camera.zoom));
    const middle = center(boxOf(shape));
    const local = this.#knob === "tip" || this.#knob === "source" ? to : turned(to, middle, -(kindOf(shape).canTurn ? shape.rotation : 0));
    const dragged = kindOf(shape).dragged?.(shape, this.#knob, local) ?? shape;
    store.set({ document: withChanged(store.state.document, [dragged]), guides });
  }

  end(press: Press): void {
    this.move(press);
    this.#bench.store.set({ guides: [] });
    this.#bench.store.keep(this.#mark);
  }

  cancel(): void {
    this.#bench.store.bail(this.#mark);
  }
}

/** A press at a place of the viewport. */
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
