/** Twice the 92 px at which the toast shows it, for dense screens. */
const WIDTH = 184;

/** A small JPEG of a picture, in base64; empty when the picture cannot be decoded (the toast then shows none). */
export async function thumbnailOf(picture: Blob): Promise<string> {
  try {
    const bitmap = await createImageBitmap(picture, { resizeWidth: WIDTH, resizeQuality: "medium" });
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
    const jpeg = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
    return btoa(String.fromCharCode(...new Uint8Array(await jpeg.arrayBuffer())));
  } catch {
    // A toast without its picture still says what matters.
    return "";
  }
}
