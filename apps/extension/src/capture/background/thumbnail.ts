/** Twice the 92 px of the toast, for high-density screens. */
const WIDTH = 184;

/** Creates a small JPEG in base64. Returns an empty string when the picture cannot be decoded; the toast then shows none. */
export async function thumbnailOf(picture: Blob): Promise<string> {
  try {
    const bitmap = await createImageBitmap(picture, { resizeWidth: WIDTH, resizeQuality: "medium" });
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
    const jpeg = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
    return btoa(String.fromCharCode(...new Uint8Array(await jpeg.arrayBuffer())));
  } catch {
    // The toast is useful without its picture.
    return "";
  }
}
