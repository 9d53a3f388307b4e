import type { BubblePosition } from "../recorder.types.ts";
import { bubbleBox, drawingOf, middleSquare, type Box, type Size } from "./picture.plan.ts";

/** Width of the bubble's white ring and of its shadow, as fractions of its width. */
const RING = 0.022;
const SHADOW = 0.07;
/** Corner radius of the square bubble, as a fraction of its width. */
const CORNER = 0.16;

type Context = OffscreenCanvasRenderingContext2D;

function contextOf(canvas: OffscreenCanvas, alpha: boolean): Context {
  const context = canvas.getContext("2d", { alpha });
  if (!context) throw new Error("This browser gives no canvas.");
  return context;
}

function outline(context: Context, { x, y, width }: Box, shape: BubblePosition["shape"], inset: number): void {
  const side = width - 2 * inset;
  context.beginPath();
  if (shape === "round") context.arc(x + width / 2, y + width / 2, side / 2, 0, 2 * Math.PI);
  else context.roundRect(x + inset, y + inset, side, side, Math.max(0, width * CORNER - inset));
}

/** Draws frames that cannot be used directly: areas, other aspect ratios, and the camera in its bubble. */
export class Stage {
  private readonly canvas: OffscreenCanvas;
  private readonly context: Context;
  /** Cached ring and shadow of the current bubble: drawing the blur for each frame would cost more than everything else. */
  private frame: { key: string; canvas: OffscreenCanvas; margin: number } | null = null;

  constructor(size: Size) {
    this.canvas = new OffscreenCanvas(size.width, size.height);
    this.context = contextOf(this.canvas, false);
  }

  /** Draws one frame of the recording. @param part the recorded part of `main` @param seconds its time */
  draw(main: VideoFrame, part: Box, camera: { frame: VideoFrame; position: BubblePosition } | null, seconds: number): VideoFrame {
    const { context, canvas } = this;
    const { from, to } = drawingOf(part, { width: canvas.width, height: canvas.height });
    if (to.width < canvas.width || to.height < canvas.height) {
      context.fillStyle = "#000";
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.drawImage(main, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height);
    if (camera) this.drawBubble(camera.frame, camera.position);
    return new VideoFrame(canvas, { timestamp: Math.round(seconds * 1e6), alpha: "discard" });
  }

  private drawBubble(frame: VideoFrame, position: BubblePosition): void {
    const { context } = this;
    const box = bubbleBox(position, this.canvas);
    const ring = this.ringOf(box.width, position.shape);
    context.drawImage(ring.canvas, box.x - ring.margin, box.y - ring.margin);
    const cut = middleSquare({ width: frame.displayWidth, height: frame.displayHeight });
    context.save();
    outline(context, box, position.shape, box.width * RING);
    context.clip();
    context.drawImage(frame, cut.x, cut.y, cut.width, cut.height, box.x, box.y, box.width, box.height);
    context.restore();
  }

  private ringOf(side: number, shape: BubblePosition["shape"]): { canvas: OffscreenCanvas; margin: number } {
    const key = `${side} ${shape}`;
    if (this.frame?.key === key) return this.frame;
    const margin = Math.ceil(side * SHADOW * 2);
    const canvas = new OffscreenCanvas(side + 2 * margin, side + 2 * margin);
    const context = contextOf(canvas, true);
    context.shadowColor = "rgb(0 0 0 / 35%)";
    context.shadowBlur = side * SHADOW;
    context.shadowOffsetY = side * SHADOW * 0.4;
    context.fillStyle = "#fff";
    outline(context, { x: margin, y: margin, width: side, height: side }, shape, 0);
    context.fill();
    this.frame = { key, canvas, margin };
    return this.frame;
  }
}
