// The editors draw with the classes of browsers. This module must be loaded before theirs.
import { createCanvas, DOMMatrix, Path2D } from "@napi-rs/canvas";

/** An offscreen canvas of browsers. */
class OffscreenCanvas {
  constructor(width: number, height: number) {
    return createCanvas(width, height) as unknown as OffscreenCanvas;
  }
}

Object.assign(globalThis, { OffscreenCanvas, DOMMatrix, Path2D });
