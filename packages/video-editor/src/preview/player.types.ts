import type { Placement } from "../core/index.ts";

/** Plays what an editor's document describes, without rendering, and draws it onto canvases. */
export interface PreviewPlayer {
  /** Draws onto a canvas of any size from now on. Returns the function that stops it. */
  attach(canvas: HTMLCanvasElement): () => void;
  /** Where the last drawn picture is. Null before the first one. */
  placement(): Placement | null;
  /** Whether a frame is being loaded. */
  isWaiting(): boolean;
  /** Subscribes to changes of the placement and of waiting. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  dispose(): void;
}
