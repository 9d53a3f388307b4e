import { type EditDocument, FRAME_BASE_WIDTH } from "@stillreel/contract";
import type { DrawingContext } from "@stillreel/editor/core";
import { shadowOf, type Placement, type Size } from "../core/index.ts";

type Frame = NonNullable<EditDocument["frame"]>;

/** Shadow of the picture on its frame, in pixels at the width of 1,920, and its opacity at full strength. */
const SHADOW = { blur: 56, down: 24, color: "20 16 24", opacity: 0.75 } as const;

/** Returns the ends of a gradient in a box as CSS defines them for an angle. */
function gradientEnds(angle: number, { width, height }: Size): [x0: number, y0: number, x1: number, y1: number] {
  const radians = (angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const half = (Math.abs(width * sin) + Math.abs(height * cos)) / 2;
  const [x, y] = [width / 2, height / 2];
  return [x - sin * half, y + cos * half, x + sin * half, y - cos * half];
}

/** A picture behind the video. Undefined while it is loaded. */
export interface BackgroundPicture extends Size {
  image: CanvasImageSource;
}

/** Draws the background of a frame and the shadow of the picture on it. The unit is a pixel of the edited video. */
export function drawBackground(
  ctx: DrawingContext,
  frame: Frame,
  { size, inside, corners }: Pick<Placement, "size" | "inside" | "corners">,
  picture: BackgroundPicture | undefined,
): void {
  const { background } = frame;
  ctx.fillStyle = "#000000";
  if ("color" in background) ctx.fillStyle = background.color;
  else if ("from" in background) {
    const gradient = ctx.createLinearGradient(...gradientEnds(background.angle, size));
    gradient.addColorStop(0, background.from);
    gradient.addColorStop(1, background.to);
    ctx.fillStyle = gradient;
  }
  ctx.fillRect(0, 0, size.width, size.height);
  if ("assetId" in background && picture) {
    const scale = Math.max(size.width / picture.width, size.height / picture.height);
    const [w, h] = [size.width / scale, size.height / scale];
    ctx.drawImage(picture.image, (picture.width - w) / 2, (picture.height - h) / 2, w, h, 0, 0, size.width, size.height);
  }
  const strength = shadowOf(frame);
  if (strength === 0) return;
  const scale = inside.width / FRAME_BASE_WIDTH;
  // Shadows ignore the transform of a canvas.
  const drawn = ctx.getTransform().a;
  ctx.save();
  ctx.shadowColor = `rgb(${SHADOW.color} / ${SHADOW.opacity * strength})`;
  ctx.shadowBlur = SHADOW.blur * scale * drawn;
  ctx.shadowOffsetY = SHADOW.down * scale * drawn;
  ctx.beginPath();
  ctx.roundRect(inside.x, inside.y, inside.width, inside.height, corners);
  ctx.fillStyle = "#000000";
  ctx.fill();
  ctx.restore();
}
