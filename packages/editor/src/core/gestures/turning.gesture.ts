import type { Shape } from "@stillreel/contract";
import { shapesOf, withChanged } from "../document-edits.ts";
import type { Point } from "../editor.types.ts";
import { center, rounded } from "../geometry.ts";
import { boxOf } from "../shapes/index.ts";
import { Changing } from "./changing.gesture.ts";
import type { Bench, Press } from "./gesture.ts";

/** Turns one shape around its middle, with Shift in steps of 15°. Angles near right angles snap. */
export class Turning extends Changing {
  override readonly cursor = "grabbing";
  readonly #shape: Shape | undefined;
  readonly #middle: Point;
  readonly #angle: number;

  constructor(bench: Bench, { point }: Press) {
    super(bench);
    const { document, selection } = bench.store.state;
    this.#shape = shapesOf(document, selection)[0];
    this.#middle = center(this.#shape ? boxOf(this.#shape) : { x: 0, y: 0, width: 0, height: 0 });
    this.#angle = this.#angleOf(point);
  }

  #angleOf({ x, y }: Point): number {
    return (Math.atan2(y - this.#middle.y, x - this.#middle.x) * 180) / Math.PI;
  }

  override move({ point, shift, mod }: Press): void {
    const { store } = this.bench;
    if (!this.#shape) return;
    let rotation = this.#shape.rotation + this.#angleOf(point) - this.#angle;
    const upright = Math.round(rotation / 90) * 90;
    if (shift) rotation = Math.round(rotation / 15) * 15;
    else if (!mod && Math.abs(rotation - upright) < 3) rotation = upright;
    // From 0 to 360, as the contract requires, and 0 instead of 360.
    rotation = rounded(((rotation % 360) + 360) % 360) % 360;
    store.set({ document: withChanged(store.state.document, [{ ...this.#shape, rotation }]) });
  }
}
