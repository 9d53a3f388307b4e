import { inPixels, type Box } from "../../shared/core/region.ts";

/** Width and height of a PNG, read from its first bytes. */
export async function sizeOfPng(picture: Blob): Promise<{ width: number; height: number }> {
  const head = new DataView(await picture.slice(16, 24).arrayBuffer());
  return { width: head.getUint32(0), height: head.getUint32(4) };
}

/**
 * Cuts a box of CSS pixels out of a picture of a window, pixel by pixel.
 * @param viewWidth how many CSS pixels the picture is wide
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
  // Neither colours nor transparency are to be "improved" on the way.
  const plain = { colorSpaceConversion: "none", premultiplyAlpha: "none" } as const;
  const bitmap = await createImageBitmap(picture, cut.x, cut.y, cut.width, cut.height, plain);
  const canvas = new OffscreenCanvas(cut.width, cut.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { picture: await canvas.convertToBlob({ type: "image/png" }), width: cut.width, height: cut.height, scale, origin };
}
