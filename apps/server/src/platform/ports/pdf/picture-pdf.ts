import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { planA4Pages, planPicturePage, type PdfPage } from "@stillreel/paging";

/** A decoded image in a file: RGB rows with 8 bits per channel from `offset`. */
export interface RawPicture {
  path: string;
  offset: number;
  width: number;
  height: number;
}

/** Encodes rows as PNG or JPEG. */
export type EncodeRows = (pixels: Buffer, width: number, height: number) => Promise<Buffer>;

/** Maximum number of pixels per slice, so that memory is independent of the image size. */
const SLICE_PIXELS = 2_000_000;
/** Overlap of slices on a page in rows: viewers with edge smoothing would otherwise show a seam. */
const OVERLAP = 2;

async function readRows(file: FileHandle, { width, offset }: RawPicture, top: number, bottom: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow((bottom - top) * width * 3);
  const start = offset + top * width * 3;
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at);
    if (bytesRead === 0) throw new Error("The decoded picture is too short.");
    at += bytesRead;
  }
  return bytes;
}

/**
 * Writes an image as PDF: one page of the picture's size, or A4 pages that are cut between lines of text where possible. The file contains
 * only the pixels.
 * @returns false when it would have too many pages
 */
export async function writePicturePdf(
  raw: RawPicture,
  target: string,
  { paper, encode, signal }: { paper: "picture" | "a4"; encode: EncodeRows; signal: AbortSignal },
): Promise<boolean> {
  const { width, height } = raw;
  const file = await open(raw.path, "r");
  try {
    const rows = (top: number, bottom: number): Promise<Buffer> => readRows(file, raw, top, bottom);
    const pages = paper === "a4" ? await planA4Pages({ width, height, channels: 3, rows }) : planPicturePage(width, height);
    if (pages === null) return false;
    // Loaded with the first PDF: most processes never create one.
    const { default: PdfDocument } = await import("pdfkit");
    const document = new PdfDocument({ autoFirstPage: false, margin: 0, font: "", info: { Producer: "Stillreel", Creator: "Stillreel" } });
    const output = createWriteStream(target);
    const done = finished(output);
    done.catch(() => undefined);
    try {
      document.pipe(output);
      for (const page of pages) {
        document.addPage({ size: [page.width, page.height], margin: 0 });
        await drawPage(page);
      }
      document.end();
      await done;
    } catch (error) {
      output.destroy();
      throw error;
    }
    return true;

    async function drawPage({ x, y, scale, top, bottom }: PdfPage): Promise<void> {
      const most = Math.max(1, Math.floor(SLICE_PIXELS / width));
      for (let from = top; from < bottom; from += most) {
        signal.throwIfAborted();
        const to = Math.min(bottom, from + most + OVERLAP);
        const image = await encode(await readRows(file, raw, from, to), width, to - from);
        document.image(image, x, y + (from - top) * scale, { width: width * scale, height: (to - from) * scale });
        if (output.writableNeedDrain) await Promise.race([once(output, "drain"), done]);
      }
    }
  } finally {
    await file.close();
  }
}
