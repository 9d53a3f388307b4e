import { AVATAR_MAX_BYTES } from "@stillreel/contract";
import { squareOf, type Crop } from "./crop.plan.ts";

/** Side of the uploaded square in pixels. The server makes smaller ones of it. */
const SIDE = 512;

/** Draws the square of a picture into a canvas, in its whole size. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { left, top, side } = squareOf(picture, crop);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, 0.92));

/**
 * Returns the square of a picture as a file: PNG for a PNG, which may be transparent, otherwise JPEG.
 * @throws Error when the browser cannot encode it
 */
export async function croppedPhoto(picture: ImageBitmap, crop: Crop, type: string): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  drawSquare(canvas, picture, crop);
  const png = type === "image/png" ? await encode(canvas, type) : null;
  if (png && png.size <= AVATAR_MAX_BYTES) return new File([png], "photo.png", { type });
  const jpeg = await encode(canvas, "image/jpeg");
  if (!jpeg) throw new Error("The browser did not encode the photo.");
  return new File([jpeg], "photo.jpg", { type: "image/jpeg" });
}
