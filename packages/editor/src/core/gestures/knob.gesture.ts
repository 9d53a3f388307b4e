import type { Shape } from "@stillreel/contract";
import { shapesOf, withChanged } from "../document-edits.ts";
import { center, straightened, turned } from "../geometry.ts";
import { boxOf, kindOf, type Knob } from "../shapes/index.ts";
import { type SnapLines, snapPoint, SNAP_DISTANCE } from "../snapping.ts";
import { Changing, linesFor } from "./changing.gesture.ts";
import type { Bench, Press } from "./gesture.ts";

/** Drags an end, a bend, a tip or the source of a magnifier. */
export class DraggingKnob extends Changing {
  override readonly cursor = "move";
  readonly #knob: Knob["name"];
  readonly #shape: Shape | undefined;
  readonly #lines: SnapLines;

  constructor(bench: Bench, knob: Knob["name"]) {
    super(bench);
    const { document, selection } = bench.store.state;
    this.#knob = knob;
    this.#shape = shapesOf(document, selection)[0];
    this.#lines = linesFor(bench, selection);
  }

  override move({ point, shift, mod, alt }: Press): void {
    const { store } = this.bench;
    const shape = this.#shape;
    if (!shape) return;
    let to = point;
    let guides: ReturnType<typeof snapPoint>["guides"] = [];
    const other = "from" in shape && this.#knob !== "bend" ? shape[this.#knob === "from" ? "to" : "from"] : null;
    if (shift && other) to = straightened(other, point);
    else if (!mod && !alt && this.#knob !== "bend")
      ({ at: to, guides } = snapPoint(this.#lines, point, SNAP_DISTANCE / store.state.camera.zoom));
    const middle = center(boxOf(shape));
    const local = this.#knob === "tip" || this.#knob === "source" ? to : turned(to, middle, -(kindOf(shape).canTurn ? shape.rotation : 0));
    const dragged = kindOf(shape).dragged?.(shape, this.#knob, local) ?? shape;
    store.set({ document: withChanged(store.state.document, [dragged]), guides });
  }
}
