import { open as openFile, rm } from "node:fs/promises";
import type { Sharp } from "sharp";
import { type Conversion, type Decoder, ImageError } from "../images.port.ts";
import { writePicturePdf } from "../pdf/picture-pdf.ts";

/** Functions of the driver: opening with limits, and error conversion. */
export interface ConvertDeps {
  open(source: string): Promise<Sharp>;
  fromRows(pixels: Buffer, width: number, height: number): Promise<Sharp>;
  toImageError(error: unknown): unknown;
}

/** Maximum side length of each format. */
const SIDE_MAX = { png: Infinity, jpg: 65_500, webp: 16_383 } as const;
const JPEG = { quality: 90, chromaSubsampling: "4:4:4" } as const;
const WEBP = { quality: 90, effort: 4, smartSubsample: true } as const;
const PNG = { compressionLevel: 6 } as const;

/** libvips' own format: a header, then pixels row by row. The only format that it writes during decoding and without compression. */
const VIPS_HEADER_BYTES = 64;

/** Throws unless the file contains 8-bit RGB pixels of this size. */
async function assertRgb(path: string, width: number, height: number): Promise<void> {
  const file = await openFile(path, "r");
  const header = Buffer.alloc(VIPS_HEADER_BYTES);
  await file.read(header, 0, VIPS_HEADER_BYTES, 0).finally(() => file.close());
  const [columns, rows, bands, , format] = [4, 8, 12, 16, 20].map((at) => header.readInt32LE(at));
  if (columns !== width || rows !== height || bands !== 3 || format !== 0)
    throw new ImageError("damaged", "The picture cannot be decoded.");
}

/** Converts whole images through files, so that memory is independent of the image size. */
export function createConvert({ open, fromRows, toImageError }: ConvertDeps): Decoder["convert"] {
  async function toPicture(source: string, target: string, format: "png" | "jpg" | "webp"): Promise<void> {
    const facts = (await (await open(source)).metadata()).autoOrient;
    if (Math.max(facts.width, facts.height) > SIDE_MAX[format])
      throw new ImageError("too-large", `The picture is larger than ${format} can hold.`);
    const image = (await open(source)).autoOrient();
    const encoders = {
      png: () => image.png(PNG),
      jpg: () => image.flatten({ background: "#ffffff" }).jpeg(JPEG),
      webp: () => image.webp(WEBP),
    };
    await encoders[format]().toFile(target);
  }

  async function toPdf(source: string, target: string, paper: "picture" | "a4", signal: AbortSignal): Promise<void> {
    const path = `${target}.v`;
    try {
      const isPhoto = (await (await open(source)).metadata()).format === "jpeg";
      const { width, height } = await (
        await open(source)
      )
        .autoOrient()
        .flatten({ background: "#ffffff" })
        .removeAlpha()
        .toColourspace("srgb")
        .toFile(path);
      await assertRgb(path, width, height);
      const encode = async (pixels: Buffer, columns: number, rows: number): Promise<Buffer> => {
        const image = await fromRows(pixels, columns, rows);
        return (isPhoto ? image.jpeg(JPEG) : image.png(PNG)).toBuffer();
      };
      const written = await writePicturePdf({ path, offset: VIPS_HEADER_BYTES, width, height }, target, { paper, encode, signal });
      if (!written) throw new ImageError("too-large", "The document would have too many pages.");
    } finally {
      await rm(path, { force: true });
    }
  }

  return async (source, target, conversion: Conversion, signal) => {
    signal.throwIfAborted();
    try {
      if (conversion.format === "pdf") await toPdf(source, target, conversion.paper, signal);
      else await toPicture(source, target, conversion.format);
    } catch (error) {
      throw signal.aborted ? error : toImageError(error);
    }
  };
}
