import type { AnnotationDocument } from "@stillreel/contract";
import { type PdfPage, planA4Pages, planPicturePage } from "@stillreel/paging";
import { createDeflater } from "./deflate.ts";
import type { Picture } from "./editor.types.ts";
import { Flattener } from "./export.ts";
import { PictureError } from "./picture.ts";
import { breath, filterRows } from "./png.ts";
import { freeCanvas, makeCanvas } from "./render/canvas.ts";

/** One page of the image's size, or A4 pages. */
export type PdfPaper = "picture" | "a4";

/** Rows are drawn in slices of at most this many pixels, so that memory does not grow with the image. */
const SLICE_PIXELS = 2_000_000;
/** Overlap of the slices of one page, in rows. Without it, readers that smooth edges show a seam. */
const OVERLAP = 2;
/** Bytes per pixel above which a lossless slice is a photo, which may be stored as a far smaller JPEG. */
const PHOTO_FROM = 0.8;
const PHOTO_SHARE = 0.4;
const JPEG_QUALITY = 0.9;

const ascii = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
/** Formats a number for PDF: never with an exponent. */
const num = (value: number): string => String(Number(value.toFixed(4)));

/** Writes numbered objects and records their offsets. */
class PdfWriter {
  readonly #parts: Uint8Array<ArrayBuffer>[] = [];
  readonly #offsets: number[] = [];
  #length = 0;

  constructor() {
    this.#write(ascii("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n"));
  }

  #write(bytes: Uint8Array<ArrayBuffer>): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  /** Reserves the number of an object that is written later. */
  reserve(): number {
    this.#offsets.push(0);
    return this.#offsets.length;
  }

  object(dictionary: string, stream?: readonly Uint8Array<ArrayBuffer>[], id = this.reserve()): number {
    this.#offsets[id - 1] = this.#length;
    this.#write(ascii(`${id} 0 obj\n`));
    if (stream) {
      const length = stream.reduce((sum, bytes) => sum + bytes.length, 0);
      this.#write(ascii(`<< ${dictionary} /Length ${length} >>\nstream\n`));
      for (const bytes of stream) this.#write(bytes);
      this.#write(ascii("\nendstream"));
    } else this.#write(ascii(`<< ${dictionary} >>`));
    this.#write(ascii("\nendobj\n"));
    return id;
  }

  finish(root: number, info: number): Blob {
    const start = this.#length;
    const rows = this.#offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
    const size = this.#offsets.length + 1;
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}`;
    this.#write(ascii(`${table}trailer\n<< /Size ${size} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`));
    return new Blob(this.#parts, { type: "application/pdf" });
  }
}

/**
 * Returns the cropped image with its annotations as a PDF. It only contains pixels, so nothing is below a redaction. A4 pages
 * are cut between lines of text where possible.
 * @throws PictureError `too-large` when there would be too many pages, `out-of-memory`
 */
export async function makePdf(document: AnnotationDocument, picture: Picture, paper: PdfPaper): Promise<Blob> {
  const flattener = await Flattener.open(document, picture);
  const { width, height } = flattener.rect;
  const sliceRows = Math.max(1, Math.min(height, Math.floor(SLICE_PIXELS / width) + OVERLAP));
  const { canvas, ctx } = makeCanvas(width, sliceRows, true);
  try {
    const rows = (top: number, bottom: number): Uint8ClampedArray => rowsOf(flattener, ctx, top, bottom);
    const pages = paper === "a4" ? await planA4Pages({ width, height, channels: 4, rows }) : planPicturePage(width, height);
    if (pages === null) throw new PictureError("too-large");
    const writer = new PdfWriter();
    const parent = writer.reserve();
    const kids: number[] = [];
    for (const page of pages) kids.push(await writePage(writer, page, parent, (top, bottom) => slice(flattener, ctx, top, bottom)));
    writer.object(`/Type /Pages /Kids [${kids.map((id) => `${id} 0 R`).join(" ")}] /Count ${kids.length}`, undefined, parent);
    const root = writer.object(`/Type /Catalog /Pages ${parent} 0 R`);
    const info = writer.object("/Producer (Stillreel) /Creator (Stillreel)");
    return writer.finish(root, info);
  } catch (error) {
    throw error instanceof PictureError ? error : new PictureError("out-of-memory", error);
  } finally {
    freeCanvas(canvas);
  }

  async function writePage(
    writer: PdfWriter,
    { width: wide, height: high, x, y, scale, top, bottom }: PdfPage,
    parent: number,
    encode: (top: number, bottom: number) => Promise<{ dictionary: string; bytes: Uint8Array<ArrayBuffer>[] }>,
  ): Promise<number> {
    const images: number[] = [];
    const drawn: string[] = [];
    const step = Math.max(1, sliceRows - OVERLAP);
    for (let from = top; from < bottom; from += step) {
      const to = Math.min(bottom, from + step + OVERLAP);
      const { dictionary, bytes } = await encode(from, to);
      const size = `/Type /XObject /Subtype /Image /Width ${width} /Height ${to - from} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
      images.push(writer.object(`${size} ${dictionary}`, bytes));
      const imageHeight = (to - from) * scale;
      // The origin of a PDF page is its bottom left.
      const lower = high - y - (from - top) * scale - imageHeight;
      drawn.push(`q ${num(width * scale)} 0 0 ${num(imageHeight)} ${num(x)} ${num(lower)} cm /I${images.length} Do Q`);
      await breath();
    }
    const content = writer.object("", [ascii(drawn.join("\n"))]);
    const resources = images.map((id, at) => `/I${at + 1} ${id} 0 R`).join(" ");
    return writer.object(
      `/Type /Page /Parent ${parent} 0 R /MediaBox [0 0 ${num(wide)} ${num(high)}] /Contents ${content} 0 R /Resources << /XObject << ${resources} >> >>`,
    );
  }
}

/** Returns rows of RGBA on white. Rows beyond the canvas' height are read in several steps. */
function rowsOf(flattener: Flattener, ctx: OffscreenCanvasRenderingContext2D, top: number, bottom: number): Uint8ClampedArray {
  const { width, height } = ctx.canvas;
  const all = new Uint8ClampedArray((bottom - top) * width * 4);
  for (let from = top; from < bottom; from += height) {
    const count = Math.min(height, bottom - from);
    flattener.draw(ctx, from, count, "#FFFFFF");
    all.set(ctx.getImageData(0, 0, width, count).data, (from - top) * width * 4);
  }
  return all;
}

/** Encodes rows as a PDF image: lossless, unless it is a photo. */
async function slice(
  flattener: Flattener,
  ctx: OffscreenCanvasRenderingContext2D,
  top: number,
  bottom: number,
): Promise<{ dictionary: string; bytes: Uint8Array<ArrayBuffer>[] }> {
  const { width } = ctx.canvas;
  const pixels = rowsOf(flattener, ctx, top, bottom);
  const deflater = createDeflater();
  deflater.push(filterRows(pixels, width, 3, null));
  deflater.finish();
  const bytes = deflater.take();
  const length = bytes.reduce((sum, part) => sum + part.length, 0);
  if (length > width * (bottom - top) * PHOTO_FROM) {
    const photo = makeCanvas(width, bottom - top);
    photo.ctx.drawImage(ctx.canvas, 0, 0);
    const blob = await photo.canvas.convertToBlob({ type: "image/jpeg", quality: JPEG_QUALITY });
    freeCanvas(photo.canvas);
    if (blob.type === "image/jpeg" && blob.size < length * PHOTO_SHARE)
      return { dictionary: "/Filter /DCTDecode", bytes: [new Uint8Array(await blob.arrayBuffer())] };
  }
  return {
    dictionary: `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 3 /BitsPerComponent 8 /Columns ${width} >>`,
    bytes,
  };
}
