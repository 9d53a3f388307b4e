/** A canvas that is used again for every frame. It only grows, so that playing does not allocate. */
export class Layer {
  readonly #isRead: boolean;
  #canvas: OffscreenCanvas | null = null;
  #ctx: OffscreenCanvasRenderingContext2D | null = null;

  /** @param isRead whether pixels are read from it; then it stays in main memory */
  constructor(isRead = false) {
    this.#isRead = isRead;
  }

  /** Returns an empty context of at least this size. Only the area from its top left is valid. */
  sized(width: number, height: number): OffscreenCanvasRenderingContext2D {
    const [w, h] = [Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height))];
    if (!this.#canvas || !this.#ctx || this.#canvas.width < w || this.#canvas.height < h) {
      this.#canvas = new OffscreenCanvas(Math.max(w, this.#canvas?.width ?? 0), Math.max(h, this.#canvas?.height ?? 0));
      this.#ctx = this.#canvas.getContext("2d", { willReadFrequently: this.#isRead });
      if (!this.#ctx) throw new Error("This canvas has no 2D context.");
    }
    this.#ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.#ctx.clearRect(0, 0, w, h);
    return this.#ctx;
  }

  /** Releases the pixels. */
  close(): void {
    if (this.#canvas) this.#canvas.width = this.#canvas.height = 1;
    this.#canvas = this.#ctx = null;
  }
}
