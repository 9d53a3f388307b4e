import { type AnnotationDocument, lettersOf } from "@stillreel/contract";
import type { FlattenOptions, Picture, Rect } from "./editor.types.ts";
import { wholePixels } from "./geometry.ts";
import { PictureError, pictureRect } from "./picture.ts";
import { createPngEncoder, TransparentPixels } from "./png.ts";
import { CANVAS_AREA_MAX, CANVAS_SIDE_MAX, freeCanvas, makeCanvas } from "./render/canvas.ts";
import { drawDocument } from "./render/draw-document.ts";
import { PictureScene } from "./render/scene.ts";
import { loadFonts } from "./text/fonts.ts";

/** Maximum number of pixels that are drawn and read at a time when an image is written in bands. */
const BAND_PIXELS = 4_000_000;
/** Maximum side of an image in these formats, in pixels. */
const SIDE_MAX = { "image/png": 2 ** 31 - 1, "image/jpeg": 65_535, "image/webp": 16_383 } as const;

/** Returns the exported part of an image: its crop, or all of it. */
function exportRect(document: AnnotationDocument, picture: Picture): Rect {
  const whole = pictureRect(picture);
  const crop = document.crop && wholePixels(document.crop, whole);
  return crop && crop.width > 0 && crop.height > 0 ? crop : whole;
}

/** Loads the resources of a document and draws any part of it at one pixel per pixel. */
export class Flattener {
  readonly rect: Rect;
  readonly #document: AnnotationDocument;
  readonly #scene: PictureScene;

  private constructor(document: AnnotationDocument, picture: Picture) {
    this.rect = exportRect(document, picture);
    this.#document = document;
    this.#scene = new PictureScene(picture, document);
  }

  static async open(document: AnnotationDocument, picture: Picture): Promise<Flattener> {
    await loadFonts(document.shapes.map(lettersOf));
    return new Flattener(document, picture);
  }

  /**
   * Draws the rows from `top` on (of the exported part) onto a context, from its top left.
   * @param background color behind transparent pixels; null preserves the transparency
   */
  draw(ctx: OffscreenCanvasRenderingContext2D, top: number, rows: number, background: string | null): void {
    const { x, y, width } = this.rect;
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.beginPath();
    ctx.rect(0, 0, width, rows);
    ctx.clip();
    ctx.clearRect(0, 0, width, rows);
    if (background !== null) {
      ctx.fillStyle = background;
      ctx.fillRect(0, 0, width, rows);
    }
    ctx.setTransform(1, 0, 0, 1, -x, -y - top);
    drawDocument(ctx, this.#scene, this.#document, { x, y: y + top, width, height: rows });
    ctx.restore();
  }
}

/**
 * Returns the cropped image with its annotations as a file. It contains no metadata of the original file.
 * @throws PictureError `too-large` when the format does not support the size, `out-of-memory`
 */
export async function flatten(document: AnnotationDocument, picture: Picture, { type, quality }: FlattenOptions): Promise<Blob> {
  const flattener = await Flattener.open(document, picture);
  const { width, height } = flattener.rect;
  if (Math.max(width, height) > SIDE_MAX[type]) throw new PictureError("too-large");
  const fits = Math.max(width, height) <= CANVAS_SIDE_MAX && width * height <= CANVAS_AREA_MAX;
  if (type === "image/png")
    return writePng(flattener, true).catch((error: unknown) => {
      if (error instanceof TransparentPixels) return writePng(flattener, false);
      throw error;
    });
  if (!fits) throw new PictureError("too-large");
  const { canvas, ctx } = makeCanvas(width, height);
  try {
    // JPEG has no transparency and would make it black.
    flattener.draw(ctx, 0, height, type === "image/jpeg" ? "#FFFFFF" : null);
    const blob = await canvas.convertToBlob({ type, quality: quality ?? 0.92 });
    // Browsers return PNG for sizes that they cannot encode in the requested format.
    if (blob.type !== type) throw new PictureError("too-large");
    return blob;
  } catch (error) {
    throw error instanceof PictureError ? error : new PictureError("out-of-memory", error);
  } finally {
    freeCanvas(canvas);
  }
}

/** Writes a PNG. Nearly all images are opaque: a transparent pixel is detected while writing, and the file is written again. */
async function writePng(flattener: Flattener, isOpaque: boolean): Promise<Blob> {
  const { width, height } = flattener.rect;
  const atOnce = Math.max(1, Math.min(height, Math.floor(BAND_PIXELS / width)));
  const { canvas, ctx } = makeCanvas(width, atOnce, true);
  const encoder = createPngEncoder(width, height, { isOpaque });
  try {
    for (let top = 0; top < height; top += atOnce) {
      const rows = Math.min(atOnce, height - top);
      flattener.draw(ctx, top, rows, null);
      await encoder.write(ctx.getImageData(0, 0, width, rows).data);
    }
    return await encoder.finish();
  } catch (error) {
    throw error instanceof PictureError || error instanceof TransparentPixels ? error : new PictureError("out-of-memory", error);
  } finally {
    freeCanvas(canvas);
  }
}
