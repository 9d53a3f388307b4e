import { heldBack, zoomed } from "../camera.ts";
import type { Camera, Point, Rect } from "../editor.types.ts";
import { distance } from "../geometry.ts";
import type { Bench, Gesture, Press } from "./gesture.ts";

/** Returns the visible part of the image. */
export const shownRect = ({ store, picture }: Bench): Rect =>
  (store.state.cropping ? null : store.state.document.crop) ?? { x: 0, y: 0, width: picture.width, height: picture.height };

/** Sets the camera, with a part of the image in view. */
export function setCamera(bench: Bench, camera: Camera): void {
  bench.store.set({ camera: heldBack(camera, shownRect(bench), bench.store.state.viewport) });
}

/** Drags the image: with Space, or with the middle button. */
export class Panning implements Gesture {
  readonly cursor = "grabbing";
  readonly #bench: Bench;
  #last: Point;

  constructor(bench: Bench, { at }: Press) {
    this.#bench = bench;
    this.#last = at;
  }

  move({ at }: Press): void {
    const { camera } = this.#bench.store.state;
    setCamera(this.#bench, {
      zoom: camera.zoom,
      x: camera.x - (at.x - this.#last.x) / camera.zoom,
      y: camera.y - (at.y - this.#last.y) / camera.zoom,
    });
    this.#last = at;
  }

  end(): void {}

  cancel(): void {}
}

/** Pans and zooms with two fingers. */
export class Pinching {
  readonly #bench: Bench;
  #last: readonly [Point, Point];

  constructor(bench: Bench, fingers: readonly [Point, Point]) {
    this.#bench = bench;
    this.#last = fingers;
  }

  move(fingers: readonly [Point, Point]): void {
    const [a, b] = this.#last;
    const [c, d] = fingers;
    const { camera } = this.#bench.store.state;
    const before = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const after = { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 };
    const apart = distance(a, b);
    const next = zoomed(camera, apart === 0 ? camera.zoom : (camera.zoom * distance(c, d)) / apart, before);
    setCamera(this.#bench, {
      zoom: next.zoom,
      x: next.x - (after.x - before.x) / next.zoom,
      y: next.y - (after.y - before.y) / next.zoom,
    });
    this.#last = fingers;
  }
}
