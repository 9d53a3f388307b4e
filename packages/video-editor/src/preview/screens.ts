import type { Placement, PlacementOptions, VideoEditorState } from "../core/index.ts";
import { Compositor, type FrameRequest } from "./compositor.ts";

const isSamePlacement = (one: Placement | null, other: Placement | null): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Gives a canvas the pixels of the screen that it covers. */
function fitCanvas(canvas: HTMLCanvasElement): void {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

/** Returns how the picture is shown: without zoom while one edits a zoom, and as a whole while one crops. */
export function optionsOf({ document, selection, tool, isPlaying }: VideoEditorState): PlacementOptions {
  if (isPlaying) return {};
  const selected = selection?.kind === "effect" && selection.ids.length === 1 ? selection.ids[0] : null;
  const isZoom = document.effects.some(({ id, kind }) => id === selected && kind === "zoom");
  return { isUnzoomed: tool === "crop" || tool === "zoom" || isZoom, isUncropped: tool === "crop" };
}

/** The canvases that show the same frame. */
export class Screens {
  readonly #compositor = new Compositor();
  readonly #canvases = new Map<HTMLCanvasElement, CanvasRenderingContext2D>();
  #placement: Placement | null = null;

  /** Where the last drawn picture is. Null before the first one. */
  get placement(): Placement | null {
    return this.#placement;
  }

  get isEmpty(): boolean {
    return this.#canvases.size === 0;
  }

  /** Adds a canvas. Returns the function that removes it. */
  add(canvas: HTMLCanvasElement, onResize: () => void): () => void {
    const ctx = canvas.getContext("2d");
    if (!ctx) throw new Error("This canvas has no 2D context.");
    this.#canvases.set(canvas, ctx);
    const observer = new ResizeObserver(onResize);
    observer.observe(canvas);
    return () => {
      observer.disconnect();
      this.#canvases.delete(canvas);
    };
  }

  /** Draws a frame onto all canvases. Returns whether the place of the picture changed. */
  draw(request: FrameRequest): boolean {
    const before = this.#placement;
    for (const [canvas, ctx] of this.#canvases) {
      fitCanvas(canvas);
      this.#placement = this.#compositor.draw(ctx, request);
    }
    return !isSamePlacement(before, this.#placement);
  }

  close(): void {
    this.#canvases.clear();
    this.#compositor.close();
  }
}
