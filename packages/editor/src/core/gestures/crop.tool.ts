import type { Point, Rect } from "../editor.types.ts";
import { contains, distance, intersection, rectOf, shifted, squared, wholePixels } from "../geometry.ts";
import { GRIPS, type Grip, gripAt, gripCursor, HANDLE_TOLERANCE, resizedFrame } from "../handles.ts";
import { type Bench, DRAG_FROM, type Gesture, type Press } from "./gesture.ts";

/** Returns the grip of the frame at a point. */
function cropGrip(cropping: Rect, { point, pointerType }: Press, zoom: number): Grip | null {
  const tolerance = HANDLE_TOLERANCE[pointerType] / zoom;
  const near = GRIPS.map((grip) => ({ grip, away: distance(gripAt({ rect: cropping, rotation: 0 }, grip), point) }))
    .filter(({ away }) => away <= tolerance)
    .toSorted((a, b) => a.away - b.away);
  return near[0]?.grip ?? edgeAt(cropping, point, tolerance);
}

/** Returns the side of the frame at a point. Sides are grips over their whole length. */
function edgeAt(cropping: Rect, { x, y }: Point, tolerance: number): Grip | null {
  const isBetween = (value: number, from: number, length: number): boolean => value >= from && value <= from + length;
  for (const side of [-1, 1] as const) {
    const edgeX = side === -1 ? cropping.x : cropping.x + cropping.width;
    const edgeY = side === -1 ? cropping.y : cropping.y + cropping.height;
    if (Math.abs(x - edgeX) <= tolerance / 2 && isBetween(y, cropping.y, cropping.height)) return { x: side, y: 0 };
    if (Math.abs(y - edgeY) <= tolerance / 2 && isBetween(x, cropping.x, cropping.width)) return { x: 0, y: side };
  }
  return null;
}

export const cropCursor = (cropping: Rect, press: Press, zoom: number): string => {
  const grip = cropGrip(cropping, press, zoom);
  return grip ? gripCursor(grip, 0) : contains(cropping, press.point) ? "move" : "crosshair";
};

/** Resizes or moves the frame, or draws a new one outside it. Only applying the crop adds an undo step. */
export class Cropping implements Gesture {
  readonly #bench: Bench;
  readonly #start: Press;
  readonly #before: Rect;
  readonly #grip: Grip | null;
  readonly #isMoving: boolean;

  constructor(bench: Bench, start: Press) {
    const { cropping, camera } = bench.store.state;
    this.#bench = bench;
    this.#start = start;
    this.#before = cropping ?? this.#limits;
    this.#grip = cropGrip(this.#before, start, camera.zoom);
    const isWhole = this.#before.width >= bench.picture.width && this.#before.height >= bench.picture.height;
    // The frame of the whole image cannot move, so a drag in it draws a new one.
    this.#isMoving = !isWhole && contains(this.#before, start.point);
  }

  get #limits(): Rect {
    return { x: 0, y: 0, ...this.#bench.picture };
  }

  move(press: Press): void {
    const { store } = this.#bench;
    const by = { x: press.point.x - this.#start.point.x, y: press.point.y - this.#start.point.y };
    if (!this.#grip && distance(press.at, this.#start.at) < DRAG_FROM) return;
    const cropping = this.#grip
      ? resizedFrame({ rect: this.#before, rotation: 0 }, this.#grip, by, { keepsRatio: press.shift, fromCenter: press.alt, least: 1 })
      : this.#isMoving
        ? this.#moved(by)
        : rectOf(this.#start.point, press.shift ? squared(this.#start.point, press.point) : press.point);
    const whole = wholePixels(cropping, this.#limits);
    if (whole.width > 0 && whole.height > 0) store.set({ cropping: whole });
  }

  /** Moves the frame within the image. */
  #moved(by: Point): Rect {
    const { width, height } = this.#bench.picture;
    const { x, y, width: wide, height: high } = shifted(this.#before, Math.round(by.x), Math.round(by.y));
    return { x: Math.max(0, Math.min(x, width - wide)), y: Math.max(0, Math.min(y, height - high)), width: wide, height: high };
  }

  end(press: Press): void {
    this.move(press);
  }

  cancel(): void {
    this.#bench.store.set({ cropping: intersection(this.#before, this.#limits) });
  }
}
