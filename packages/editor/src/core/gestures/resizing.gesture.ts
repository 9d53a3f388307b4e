import type { Shape } from "@stillreel/contract";
import { shapesOf, withChanged } from "../document-edits.ts";
import type { Point } from "../editor.types.ts";
import { rounded, turned } from "../geometry.ts";
import { type Frame, frameOf, type Grip, resizedFrame } from "../handles.ts";
import { kindOf } from "../shapes/index.ts";
import { type SnapLines, snapPoint, SNAP_DISTANCE } from "../snapping.ts";
import { Changing, linesFor } from "./changing.gesture.ts";
import type { Bench, Press } from "./gesture.ts";

/** Resizes one shape in its turned frame, or several as a group. */
export class Resizing extends Changing {
  override readonly cursor: string;
  readonly #start: Press;
  readonly #grip: Grip;
  readonly #shapes: readonly Shape[];
  readonly #frame: Frame;
  readonly #lines: SnapLines;

  constructor(bench: Bench, start: Press, grip: Grip, cursor: string) {
    super(bench);
    const { document, selection } = bench.store.state;
    this.cursor = cursor;
    this.#start = start;
    this.#grip = grip;
    this.#shapes = shapesOf(document, selection);
    this.#frame = frameOf(this.#shapes) ?? { rect: { x: 0, y: 0, width: 0, height: 0 }, rotation: 0 };
    this.#lines = linesFor(bench, selection);
  }

  override move(press: Press): void {
    const { store } = this.bench;
    const { rect, rotation } = this.#frame;
    const grip = this.#grip;
    let to = press.point;
    let guides = store.state.guides;
    if (press.mod || rotation !== 0) guides = [];
    else {
      // The edge snaps, and it may differ from the position of the pointer.
      const edge = { x: rect.x + (rect.width * (grip.x + 1)) / 2, y: rect.y + (rect.height * (grip.y + 1)) / 2 };
      const off = { x: edge.x - this.#start.point.x, y: edge.y - this.#start.point.y };
      const free = { x: grip.x !== 0, y: grip.y !== 0 };
      const snapped = snapPoint(this.#lines, { x: to.x + off.x, y: to.y + off.y }, SNAP_DISTANCE / store.state.camera.zoom, free);
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
}
