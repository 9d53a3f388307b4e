import type { Shape } from "@stillreel/contract";
import { newId, shapesOf, withChanged, withShapes } from "../document-edits.ts";
import type { Rect } from "../editor.types.ts";
import { distance, shifted, union } from "../geometry.ts";
import { boundsOf, kindOf } from "../shapes/index.ts";
import { snapBox, type SnapLines, SNAP_DISTANCE } from "../snapping.ts";
import { Changing, linesFor } from "./changing.gesture.ts";
import { type Bench, DRAG_FROM, type Press } from "./gesture.ts";

/** Moves the selection, or with Alt a copy of it. A press without a move selects the shape that it hit. */
export class Moving extends Changing {
  override readonly cursor = "move";
  readonly #start: Press;
  readonly #clicked: string | null;
  #shapes: readonly Shape[] = [];
  #box: Rect | null = null;
  #lines: SnapLines = { x: [], y: [] };
  #isDragging = false;

  /** @param clicked the new selection when nothing is dragged */
  constructor(bench: Bench, start: Press, clicked: string | null) {
    super(bench);
    this.#start = start;
    this.#clicked = clicked;
  }

  override move(press: Press): void {
    const { store } = this.bench;
    if (!this.#isDragging) {
      if (distance(press.at, this.#start.at) < DRAG_FROM) return;
      this.#begin(press.alt || this.#start.alt);
    }
    const { zoom } = store.state.camera;
    let by = { x: press.point.x - this.#start.point.x, y: press.point.y - this.#start.point.y };
    if (press.shift) by = Math.abs(by.x) > Math.abs(by.y) ? { x: by.x, y: 0 } : { x: 0, y: by.y };
    const snapped = press.mod || !this.#box ? null : snapBox(this.#lines, shifted(this.#box, by.x, by.y), SNAP_DISTANCE / zoom);
    // Snapping must not move the selection off a locked axis.
    const pull = { x: press.shift && by.x === 0 ? 0 : (snapped?.by.x ?? 0), y: press.shift && by.y === 0 ? 0 : (snapped?.by.y ?? 0) };
    const moved = this.#shapes.map((shape) => kindOf(shape).moved(shape, by.x + pull.x, by.y + pull.y));
    store.set({ document: withChanged(store.state.document, moved), guides: snapped?.guides ?? [] });
  }

  #begin(isCopy: boolean): void {
    const { store } = this.bench;
    this.#isDragging = true;
    if (isCopy) {
      const copies = shapesOf(store.state.document, store.state.selection).map((shape) => ({ ...shape, id: newId() }));
      store.set({ document: withShapes(store.state.document, copies), selection: copies.map(({ id }) => id) });
    }
    const { document, selection } = store.state;
    this.#shapes = shapesOf(document, selection);
    this.#box = union(this.#shapes.map(boundsOf));
    this.#lines = linesFor(this.bench, selection);
  }

  override end(press: Press): void {
    const { store } = this.bench;
    if (this.#isDragging) this.move(press);
    else if (this.#clicked !== null) store.set({ selection: [this.#clicked] });
    this.commit();
  }
}
