import { PREVIEW_WIDTH, THUMBNAIL_RATIO, THUMBNAIL_WIDTHS } from "@stillreel/contract";
import { rgbaToThumbHash } from "thumbhash";
import type { Sharp } from "sharp";
import { type Decoder, ImageError, type DerivedImage, type Poster, type Thumbnails } from "../images.port.ts";
import { createConvert } from "./convert.ts";
import { createMailPicture } from "./mail-picture.ts";

const QUALITY = { quality: 75, effort: 2 } as const;
/** High quality, because text in a preview must be readable. */
const PREVIEW_QUALITY = { quality: 80, effort: 2, smartSubsample: true } as const;
const SHEET_QUALITY = { quality: 60, effort: 4 } as const;
/** Minimum ratio of image width to preview width. */
const PREVIEW_GAIN = 1.25;
/** Maximum side length of WebP. */
const WEBP_SIDE_MAX = 16_383;
/** Brightness range (of 255) below which a frame counts as blank. */
const BLANK_SPREAD = 16;
/** Input side length for ThumbHash, which accepts at most 100 × 100. */
const HASH_SIDE = 64;

type SharpModule = typeof import("sharp");
let loaded: Promise<SharpModule["default"]> | null = null;

/** Loads sharp with the first image, so that processes without images do not need it. */
function loadSharp(): Promise<SharpModule["default"]> {
  return (loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    // Types that are detected as something else (SVG, PDF, TIFF …) have no loader.
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp", "VipsForeignLoadNsgif"] });
    return sharp;
  }));
}

function toImageError(error: unknown): unknown {
  if (error instanceof ImageError) return error;
  const message = error instanceof Error ? error.message : "";
  if (/pixel limit/iu.test(message)) return new ImageError("too-large", "The picture has too many pixels.", { cause: error });
  if (/unsupported image format|blocked/iu.test(message))
    return new ImageError("not-image", "This is no picture of ours.", { cause: error });
  if (/missing|ENOENT/iu.test(message)) return error;
  return new ImageError("damaged", "The picture cannot be read.", { cause: error });
}

/** Ratio of width to height above which a thumbnail shows the whole image: a crop would show less than two thirds of its width. */
const WIDE_RATIO = 2.4;
const isWide = (width: number, height: number): boolean => width / height > WIDE_RATIO;
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 } as const;

/**
 * Returns the box of a thumbnail: never enlarged; a small image reduces it proportionally. A wide image has transparent margins above and
 * below.
 */
function box(width: number, height: number, boxWidth: number): { width: number; height: number } {
  if (isWide(width, height)) {
    const used = Math.min(boxWidth, width);
    return { width: used, height: Math.round(used / THUMBNAIL_RATIO) };
  }
  const boxHeight = Math.round(boxWidth / THUMBNAIL_RATIO);
  return { width: Math.min(boxWidth, width), height: Math.min(boxHeight, height) };
}

async function encode(image: Sharp, quality: { quality: number; effort: number } = QUALITY): Promise<DerivedImage> {
  const { data, info } = await image.webp(quality).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** Raw RGBA pixels. */
type Pixels = { data: Buffer; info: { width: number; height: number } };

/** Creates both thumbnails and the placeholder from the larger one's pixels. `size` is that of the whole image. */
async function smaller(
  base: Pixels,
  size: { width: number; height: number },
  position: "top" | "centre",
): Promise<Pick<Poster, "small" | "large" | "placeholder"> & { tiny: Pixels }> {
  const sharp = await loadSharp();
  const from = (): Sharp => sharp(base.data, { raw: { width: base.info.width, height: base.info.height, channels: 4 } });
  const large = await encode(from());
  const small = await encode(from().resize({ ...box(size.width, size.height, THUMBNAIL_WIDTHS.small), fit: "cover", position }));
  const tiny = await from().resize({ width: HASH_SIDE, height: HASH_SIDE, fit: "inside" }).raw().toBuffer({ resolveWithObject: true });
  const placeholder = Buffer.from(rgbaToThumbHash(tiny.info.width, tiny.info.height, tiny.data)).toString("base64");
  return { large, small, placeholder, tiny };
}

/** Returns whether all pixels have nearly the same brightness. */
function isBlank({ data }: Pixels): boolean {
  let least = 255;
  let most = 0;
  for (let at = 0; at + 3 < data.length; at += 4) {
    const brightness = ((data[at] ?? 0) * 2 + (data[at + 1] ?? 0) * 5 + (data[at + 2] ?? 0)) >> 3;
    if (brightness < least) least = brightness;
    if (brightness > most) most = brightness;
  }
  return most - least < BLANK_SPREAD;
}

/** The limit of decoded pixels. */
interface Context {
  maxPixels: number;
}

const open = async ({ maxPixels }: Context, source: string | Buffer): Promise<Sharp> =>
  (await loadSharp())(source, { limitInputPixels: maxPixels, failOn: "error" });

const thumbnails = async (context: Context, source: string | Buffer): Promise<Thumbnails> => {
  try {
    const facts = await (await open(context, source)).metadata();
    const { width, height } = facts.autoOrient;
    const largeBox = box(width, height, THUMBNAIL_WIDTHS.large);
    const fit = isWide(width, height)
      ? ({ fit: "contain", background: TRANSPARENT } as const)
      : ({ fit: "cover", position: "top" } as const);
    const base = await (
      await open(context, source)
    )
      .autoOrient()
      .toColourspace("srgb")
      .ensureAlpha()
      .resize({ ...largeBox, ...fit })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { large, small, placeholder } = await smaller(base, { width, height }, "top");
    const isLarger = width >= PREVIEW_WIDTH * PREVIEW_GAIN && (height * PREVIEW_WIDTH) / width <= WEBP_SIDE_MAX;
    const isStill = (facts.pages ?? 1) === 1;
    const preview =
      isLarger && isStill
        ? await encode((await open(context, source)).autoOrient().resize({ width: PREVIEW_WIDTH }), PREVIEW_QUALITY)
        : null;
    return { small, large, preview, placeholder, width, height };
  } catch (error) {
    throw toImageError(error);
  }
};

const poster = async (context: Context, frame: string): Promise<Poster> => {
  try {
    const { width, height } = await (await open(context, frame)).metadata();
    const base = await (
      await open(context, frame)
    )
      .resize({ ...box(width, height, THUMBNAIL_WIDTHS.large), fit: isWide(width, height) ? "contain" : "cover", position: "centre" })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { tiny, ...made } = await smaller(base, { width, height }, "centre");
    return { ...made, poster: await encode(await open(context, frame), PREVIEW_QUALITY), isBlank: isBlank(tiny) };
  } catch (error) {
    throw toImageError(error);
  }
};

const sheet = async (context: Context, source: string): Promise<DerivedImage> => {
  try {
    return await encode(await open(context, source), SHEET_QUALITY);
  } catch (error) {
    throw toImageError(error);
  }
};

const square = async (context: Context, source: string | Buffer, width: number): Promise<DerivedImage> => {
  try {
    return await encode((await open(context, source)).autoOrient().resize({ width, height: width, fit: "cover", position: "centre" }));
  } catch (error) {
    throw toImageError(error);
  }
};

const within = async (context: Context, source: string | Buffer, side: number): Promise<DerivedImage> => {
  try {
    return await encode(
      (await open(context, source)).autoOrient().resize({ width: side, height: side, fit: "inside", withoutEnlargement: true }),
      PREVIEW_QUALITY,
    );
  } catch (error) {
    throw toImageError(error);
  }
};

/** Operations that decode images, by sharp (libvips). `maxPixels` limits decoded images. */
export function createDecoder({ maxPixels }: Context): Decoder {
  const context = { maxPixels };
  return {
    thumbnails: thumbnails.bind(null, context),
    poster: poster.bind(null, context),
    sheet: sheet.bind(null, context),
    square: square.bind(null, context),
    within: within.bind(null, context),
    ...createMailPicture({ open: open.bind(null, context), toImageError }),

    convert: createConvert({
      open: open.bind(null, context),
      fromRows: async (pixels, width, height) => (await loadSharp())(pixels, { raw: { width, height, channels: 3 } }),
      toImageError,
    }),
  };
}
