import type { EditEffect, ShapeOf } from "@stillreel/contract";
import { magnifiedPixels, type Scene } from "@stillreel/editor/core";
import type { Size } from "../core/index.ts";

type Magnifier = ShapeOf<"magnifier">;
type Magnified = ReturnType<Scene["magnified"]>;

const magnifiersOf = (effects: readonly EditEffect[]): Magnifier[] =>
  effects.flatMap((effect) =>
    effect.kind === "figure" && effect.shape.type === "magnifier" && !effect.shape.hidden ? [effect.shape] : [],
  );

/** Returns how many times more pixels than the screen shows are needed, so that enlarged parts are sharp. */
export const sharpness = (effects: readonly EditEffect[]): number => Math.max(1, ...magnifiersOf(effects).map(({ zoom }) => zoom));

/** The parts of a picture that magnifiers show. Their canvases are used again for every frame. */
export class Lenses {
  readonly #canvases: OffscreenCanvas[] = [];
  #parts = new Map<Magnifier, Magnified>();

  /**
   * Copies the parts of a picture that contains the covers, and no figures yet: magnifiers show neither what is covered nor other figures.
   * @param scale pixels of the picture's canvas for each pixel of the source
   */
  read(picture: OffscreenCanvas, effects: readonly EditEffect[], scale: number, own: Size): void {
    this.#parts = new Map(magnifiersOf(effects).map((shape, index) => [shape, this.#copy(picture, shape, index, scale, own)]));
  }

  of(shape: Magnifier): Magnified {
    return this.#parts.get(shape) ?? null;
  }

  #copy(picture: OffscreenCanvas, shape: Magnifier, index: number, scale: number, own: Size): Magnified {
    const from = magnifiedPixels(shape, own);
    if (from.width === 0 || from.height === 0) return null;
    const [width, height] = [Math.max(1, Math.round(from.width * scale)), Math.max(1, Math.round(from.height * scale))];
    const canvas = (this.#canvases[index] ??= new OffscreenCanvas(width, height));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    canvas
      .getContext("2d")
      ?.drawImage(picture, from.x * scale, from.y * scale, from.width * scale, from.height * scale, 0, 0, width, height);
    return { image: canvas, from };
  }

  /** Releases the pixels. */
  close(): void {
    for (const canvas of this.#canvases) Object.assign(canvas, { width: 1, height: 1 });
    this.#canvases.length = 0;
    this.#parts.clear();
  }
}
