import { inPixels, type Box } from "../../shared/core/region.ts";

/** Reads width and height of a PNG from its header. */
export async function sizeOfPng(picture: Blob): Promise<{ width: number; height: number }> {
  const head = new DataView(await picture.slice(16, 24).arrayBuffer());
  return { width: head.getUint32(0), height: head.getUint32(4) };
}

/**
 * Crops a box of CSS pixels from a picture of a window without resampling.
 * @param viewWidth width of the picture in CSS pixels
 */
export async function cropPicture(
  picture: Blob,
  box: Box,
  viewWidth: number,
): Promise<{ picture: Blob; width: number; height: number; scale: number; origin: { x: number; y: number } }> {
  const size = await sizeOfPng(picture);
  const scale = size.width / viewWidth;
  const cut = inPixels(box, scale, size);
  const origin = { x: cut.x / scale, y: cut.y / scale };
  if (cut.width === size.width && cut.height === size.height) return { picture, ...size, scale, origin };
  // Colours and transparency must not be converted.
  const plain = { colorSpaceConversion: "none", premultiplyAlpha: "none" } as const;
  const bitmap = await createImageBitmap(picture, cut.x, cut.y, cut.width, cut.height, plain);
  const canvas = new OffscreenCanvas(cut.width, cut.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { picture: await canvas.convertToBlob({ type: "image/png" }), width: cut.width, height: cut.height, scale, origin };
}
