import type { Shape } from "@stillreel/contract";
import type { Rect } from "../editor.types.ts";
import { contains, distance, intersects, rectOf } from "../geometry.ts";
import { boundsOf } from "../shapes/index.ts";
import { type Bench, DRAG_FROM, type Gesture, type Press } from "./gesture.ts";

/** A Shift-click adds or removes a shape. A Shift-drag draws a marquee, even when it starts on a shape. */
export class Toggling implements Gesture {
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

/** Draws a box and selects the shapes that it contains or crosses. */
export class Marquee implements Gesture {
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
    const selected = this.#start.shift ? this.#before : [];
    const inside = store.state.document.shapes
      .filter((shape) => !shape.hidden && !selected.includes(shape.id) && isTouched(shape, marquee))
      .map(({ id }) => id);
    store.set({ marquee, selection: [...selected, ...inside] });
  }

  end(): void {
    this.#bench.store.set({ marquee: null });
  }

  cancel(): void {
    this.#bench.store.set({ marquee: null, selection: this.#before });
  }
}

/** Large areas are only selected when fully enclosed: otherwise every marquee inside one would select it. */
function isTouched(shape: Shape, marquee: Rect): boolean {
  const bounds = boundsOf(shape);
  const isArea = shape.type === "spotlight" || shape.type === "redact" || shape.type === "blur";
  if (!isArea) return intersects(bounds, { ...marquee, width: marquee.width + 0.01, height: marquee.height + 0.01 });
  return contains(marquee, bounds) && contains(marquee, { x: bounds.x + bounds.width, y: bounds.y + bounds.height });
}
