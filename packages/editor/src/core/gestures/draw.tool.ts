import type { Shape, ShapeType } from "@stillreel/contract";
import { seenRect } from "../camera.ts";
import { newId, nextNumber, withChanged, withoutShapes, withShapes } from "../document-edits.ts";
import type { Guide, Point, Styles } from "../editor.types.ts";
import { contains, distance, squared, straightened } from "../geometry.ts";
import type { Snapshot } from "../history.ts";
import { boxOf, hits, kindOf, KINDS, type ShapeKind } from "../shapes/index.ts";
import { simplified, withPoint } from "../shapes/stroke-shape.ts";
import { type SnapLines, snapLines, snapPoint, SNAP_DISTANCE } from "../snapping.ts";
import { type Bench, DRAG_FROM, type Gesture, HIT_TOLERANCE, type Press } from "./gesture.ts";
import { shownRect } from "./view.tool.ts";

/** Tools that stay selected, because users draw several of these shapes in a row. */
const STAYING: ReadonlySet<ShapeType> = new Set(["pen", "highlighter", "step", "redact", "stamp"]);
/** Shapes that a click inserts in their default size. Other tools need a drag. */
const CLICKED: ReadonlySet<ShapeType> = new Set(["text", "callout", "step", "stamp", "magnifier", "pen"]);

const isPut = (type: ShapeType): boolean => type === "step" || type === "stamp";
const isWritten = (type: ShapeType): boolean => type === "text" || type === "callout";

/** Returns the kind of a type that is only known by name. It creates any shape. */
const anyKind = (type: ShapeType): ShapeKind<Shape> => KINDS[type] as unknown as ShapeKind<Shape>;

/** Gives a new step the next number. */
const numbered = (bench: Bench, shape: Shape): Shape =>
  shape.type === "step" ? { ...shape, number: nextNumber(bench.store.state.document) } : shape;

/** Moves a text so that it starts within the image if possible. Letters outside are not visible. */
function movedInside(bench: Bench, shape: Shape): Shape {
  if (shape.type !== "text" && shape.type !== "callout") return shape;
  const shown = shownRect(bench);
  const box = boxOf(shape);
  const by = (at: number, size: number, from: number, room: number): number =>
    size > room ? 0 : Math.min(Math.max(at, from), from + room - size) - at;
  const [dx, dy] = [by(box.x, box.width, shown.x, shown.width), by(box.y, box.height, shown.y, shown.height)];
  if (dx === 0 && dy === 0) return shape;
  const moved = { ...shape, x: shape.x + dx, y: shape.y + dy };
  // A bubble that would cover its target is placed below it.
  if (moved.type === "callout" && moved.tip && contains(moved, moved.tip)) moved.y = moved.tip.y + moved.fontSize * 1.4;
  return moved;
}

/** Inserts a shape in its default size, selects it, and adds one undo step. */
export function insertShape(bench: Bench, type: ShapeType, at: Point, styles: Styles = bench.store.memory.of(type)): void {
  const mark = bench.store.mark();
  const shape = numbered(bench, movedInside(bench, anyKind(type).placed(newId(), at, styles)));
  bench.setTool("select");
  bench.store.set({ document: withShapes(mark.document, [shape]), selection: [shape.id] });
  finish(bench, shape, mark);
}

/** Completes a new shape as one undo step. A text that is entered directly afterwards belongs to the same step. */
function finish(bench: Bench, { id, type }: Shape, mark: Snapshot): void {
  if (isWritten(type)) bench.write(id, mark);
  else bench.store.commit(mark);
}

/**
 * Completes a drawn shape: it is selected with the default tool. Tools that stay selected do not select the shape, so that a
 * changed color or stamp applies to the next one.
 */
function end(bench: Bench, shape: Shape, mark: Snapshot): void {
  if (!STAYING.has(shape.type)) {
    bench.setTool("select");
    bench.store.set({ selection: [shape.id] });
  }
  finish(bench, shape, mark);
}

/** Starts the gesture for a press with a drawing tool. */
export function startDrawing(bench: Bench, type: ShapeType, press: Press): Gesture {
  if (type === "text") {
    const { document, camera } = bench.store.state;
    const tolerance = HIT_TOLERANCE[press.pointerType] / camera.zoom;
    const there = document.shapes.findLast((shape) => !shape.hidden && isWritten(shape.type) && hits(shape, press.point, tolerance));
    if (there) return new Rewriting(bench, there.id);
  }
  if (KINDS[type].drawing === "stroke") return new Stroking(bench, type, press);
  return new Stretching(bench, type, press);
}

/** A click with the text tool on a text edits it. */
class Rewriting implements Gesture {
  readonly #bench: Bench;
  readonly #id: string;

  constructor(bench: Bench, id: string) {
    this.#bench = bench;
    this.#id = id;
  }

  move(): void {}

  end(): void {
    this.#bench.setTool("select");
    this.#bench.store.set({ selection: [this.#id] });
    this.#bench.write(this.#id, this.#bench.store.mark());
  }

  cancel(): void {}
}

/** Draws a shape from the press to the release. */
class Stretching implements Gesture {
  readonly #bench: Bench;
  readonly #start: Press;
  readonly #from: Point;
  readonly #mark: Snapshot;
  readonly #lines: SnapLines;
  #shape: Shape;
  #isDragging = false;

  constructor(bench: Bench, type: ShapeType, start: Press) {
    const { store } = bench;
    const { document, camera, viewport } = store.state;
    const kind = anyKind(type);
    this.#bench = bench;
    this.#start = start;
    this.#mark = store.mark();
    this.#lines = snapLines(document, [], document.crop ?? { x: 0, y: 0, ...bench.picture }, seenRect(camera, viewport));
    this.#from = start.mod || isPut(type) ? start.point : snapPoint(this.#lines, start.point, SNAP_DISTANCE / camera.zoom).at;
    this.#shape = numbered(bench, kind.created(newId(), this.#from, store.memory.of(type)));
    store.set({ selection: [] });
    // Steps and stamps are visible immediately, and are placed at the release.
    if (isPut(type)) this.#show();
  }

  #show(guides: readonly Guide[] = []): void {
    const { store } = this.#bench;
    store.set({ document: withShapes(withoutShapes(store.state.document, [this.#shape.id]), [this.#shape]), guides });
  }

  move(press: Press): void {
    if (!this.#isDragging && distance(press.at, this.#start.at) < DRAG_FROM) return;
    this.#isDragging = true;
    const kind = kindOf(this.#shape);
    let to = press.point;
    let guides: readonly Guide[] = [];
    if (press.shift && kind.drawing !== "place") to = kind.drawing === "ends" ? straightened(this.#from, to) : squared(this.#from, to);
    else if (!press.mod && !press.alt && kind.drawing !== "place")
      ({ at: to, guides } = snapPoint(this.#lines, to, SNAP_DISTANCE / this.#bench.store.state.camera.zoom));
    // With Alt a box grows around the position of the press.
    const from = press.alt && kind.drawing === "box" ? { x: 2 * this.#from.x - to.x, y: 2 * this.#from.y - to.y } : this.#from;
    this.#shape = kind.stretched(this.#shape, from, to);
    this.#show(guides);
  }

  end(press: Press): void {
    const { store } = this.#bench;
    const { type } = this.#shape;
    if (this.#isDragging) this.move(press);
    else if (!CLICKED.has(type)) return this.cancel();
    // The press has already inserted steps and stamps.
    else if (!isPut(type))
      this.#shape = movedInside(this.#bench, anyKind(type).placed(this.#shape.id, this.#start.point, store.memory.of(type)));
    if (this.#isDragging && isTiny(this.#shape)) return this.cancel();
    this.#show();
    const isThere = store.state.document.shapes.at(-1) === this.#shape;
    store.set({ guides: [] });
    if (isThere) end(this.#bench, this.#shape, this.#mark);
  }

  cancel(): void {
    this.#bench.store.bail(this.#mark);
  }
}

/** Returns whether a box has no area, or a line no length: such a shape would be invisible. */
function isTiny(shape: Shape): boolean {
  if ("from" in shape) return distance(shape.from, shape.to) < 1;
  return "width" in shape && "height" in shape && (shape.width < 1 || shape.height < 1);
}

/** Draws freehand, or a straight stroke with Shift. */
class Stroking implements Gesture {
  readonly #bench: Bench;
  readonly #start: Press;
  readonly #mark: Snapshot;
  #shape: Shape & { points: number[] };

  constructor(bench: Bench, type: ShapeType, start: Press) {
    const { store } = bench;
    this.#bench = bench;
    this.#start = start;
    this.#mark = store.mark();
    const created = anyKind(type).created(newId(), start.point, store.memory.of(type));
    if (!("points" in created)) throw new Error(`A ${type} is no stroke.`);
    this.#shape = created;
    store.set({ document: withShapes(store.state.document, [created]), selection: [] });
  }

  move({ point, shift }: Press): void {
    const { store } = this.#bench;
    const { points } = this.#shape;
    const last = { x: points.at(-2) ?? 0, y: points.at(-1) ?? 0 };
    // Hands tremble by fractions of a pixel. Each one would cost a point.
    if (!shift && distance(last, point) < 1 / store.state.camera.zoom) return;
    this.#shape = shift
      ? { ...this.#shape, points: [...points.slice(0, 2), ...withPoint([], straightened(this.#start.point, point))] }
      : { ...this.#shape, points: withPoint(points, point) };
    store.set({ document: withChanged(store.state.document, [this.#shape]) });
  }

  end(press: Press): void {
    const { store } = this.#bench;
    this.move(press);
    if (this.#shape.type === "highlighter" && this.#shape.points.length < 4) return this.cancel();
    this.#shape = { ...this.#shape, points: simplified(this.#shape.points, 0.5 / store.state.camera.zoom) };
    store.set({ document: withChanged(store.state.document, [this.#shape]) });
    end(this.#bench, this.#shape, this.#mark);
  }

  cancel(): void {
    this.#bench.store.bail(this.#mark);
  }
}
