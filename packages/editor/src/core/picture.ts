import type { Picture, PictureErrorCode, Rect } from "./editor.types.ts";

/** Maximum height of a band: graphics cards have limits from 4,096 pixels on. */
const BAND_HEIGHT = 4_096;
/** Maximum number of pixels that a browser decodes into one bitmap (about 2³⁰ bytes). */
const PIXELS_MAX = 268_000_000;

/** Error of an image that cannot be opened or written. `code` selects the message. */
export class PictureError extends Error {
  readonly code: PictureErrorCode;

  constructor(code: PictureErrorCode, cause?: unknown) {
    super(`The picture cannot be handled: ${code}.`, { cause });
    this.name = "PictureError";
    this.code = code;
  }
}

/** Reads width and height from an image's first bytes without decoding it. Returns null when they are not found. */
async function peekSize(blob: Blob): Promise<{ width: number; height: number } | null | "unknown-kind"> {
  const bytes = new Uint8Array(await blob.slice(0, 64).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const text = String.fromCharCode(...bytes.subarray(0, 16));
  if (text.startsWith("\u0089PNG\r\n") && bytes.length >= 24) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (text.startsWith("GIF8") && bytes.length >= 10) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (text.startsWith("\u00ff\u00d8\u00ff") || (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP")) return null;
  return "unknown-kind";
}

/**
 * Decodes a PNG, JPEG, WebP or GIF (its first frame), upright.
 * @throws PictureError
 */
export async function openPicture(blob: Blob): Promise<Picture> {
  const size = await peekSize(blob);
  if (size === "unknown-kind") throw new PictureError("not-a-picture");
  if (size && size.width * size.height > PIXELS_MAX) throw new PictureError("too-large");
  let whole: ImageBitmap;
  try {
    whole = await createImageBitmap(blob);
  } catch (error) {
    // The browser reports the same error for broken and for too large files. The size distinguishes them.
    throw new PictureError(size && size.width * size.height > 32_000_000 ? "too-large" : "not-a-picture", error);
  }
  if (whole.height <= BAND_HEIGHT) return pictureOf(blob, whole.width, whole.height, [{ y: 0, height: whole.height, bitmap: whole }]);
  const bands: { y: number; height: number; bitmap: ImageBitmap }[] = [];
  try {
    for (let y = 0; y < whole.height; y += BAND_HEIGHT) {
      const height = Math.min(BAND_HEIGHT, whole.height - y);
      bands.push({ y, height, bitmap: await createImageBitmap(whole, 0, y, whole.width, height) });
    }
    return pictureOf(blob, whole.width, whole.height, bands);
  } catch (error) {
    for (const { bitmap } of bands) bitmap.close();
    throw new PictureError("out-of-memory", error);
  } finally {
    whole.close();
  }
}

function pictureOf(blob: Blob, width: number, height: number, bands: Picture["bands"]): Picture {
  return {
    width,
    height,
    bands,
    blob,
    close() {
      for (const { bitmap } of bands) bitmap.close();
    },
  };
}

/** Returns the whole image as a box. */
export const pictureRect = ({ width, height }: { width: number; height: number }): Rect => ({ x: 0, y: 0, width, height });
