import type { Picture } from "../editor.types.ts";
import { freeCanvas, makeCanvas } from "./canvas.ts";
import type { DrawPicture } from "./draw-document.ts";

/** Zoom above which pixels are drawn as squares. */
const SQUARES_FROM = 2;

interface Level {
  /** Scale of the whole image. */
  scale: number;
  bands: { y: number; height: number; image: CanvasImageSource; width: number; pixels: number }[];
}

/**
 * Draws an image at any zoom. Zoomed out, it uses copies of half, quarter, … size, created on first use: otherwise a page of
 * 20,000 pixels shown in a few hundred would be read completely for every frame.
 */
export class ZoomedBands {
  readonly #levels: Level[] = [];
  readonly #canvases: OffscreenCanvas[] = [];
  #picture: Picture | null = null;

  readonly draw: DrawPicture = (ctx, picture, region) => {
    if (picture !== this.#picture) this.#begin(picture);
    const { a: zoom, e, f } = ctx.getTransform();
    const level = this.#levelFor(zoom);
    ctx.save();
    ctx.imageSmoothingEnabled = zoom < SQUARES_FROM;
    ctx.imageSmoothingQuality = zoom < 1 ? "medium" : "low";
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    for (const { y, height, image, width, pixels } of level.bands) {
      if (y >= region.y + region.height || y + height <= region.y) continue;
      // Whole pixels of the screen, so that there is no seam between bands.
      const left = Math.round(e);
      const top = Math.round(f + y * zoom);
      const right = Math.round(e + picture.width * zoom);
      const bottom = Math.round(f + (y + height) * zoom);
      ctx.drawImage(image, 0, 0, width, pixels, left, top, right - left, bottom - top);
    }
    ctx.restore();
  };

  #begin(picture: Picture): void {
    this.close();
    this.#picture = picture;
    this.#levels.push({
      scale: 1,
      bands: picture.bands.map(({ y, height, bitmap }) => ({ y, height, image: bitmap, width: picture.width, pixels: height })),
    });
  }

  /** Returns the smallest copy that is at least as large as the drawn size. */
  #levelFor(zoom: number): Level {
    let level = this.#levels[0];
    for (let at = 1; level && zoom <= level.scale / 2 && at <= 4; at += 1) {
      this.#levels[at] ??= this.#halved(level);
      level = this.#levels[at];
    }
    return level ?? { scale: 1, bands: [] };
  }

  #halved(level: Level): Level {
    return {
      scale: level.scale / 2,
      bands: level.bands.map(({ y, height, image, width, pixels }) => {
        const half = { width: Math.max(1, Math.ceil(width / 2)), pixels: Math.max(1, Math.ceil(pixels / 2)) };
        const { canvas, ctx } = makeCanvas(half.width, half.pixels);
        ctx.imageSmoothingQuality = "low";
        ctx.drawImage(image, 0, 0, width, pixels, 0, 0, half.width, half.pixels);
        this.#canvases.push(canvas);
        return { y, height, image: canvas, ...half };
      }),
    };
  }

  /** Releases the copies. */
  close(): void {
    for (const canvas of this.#canvases) freeCanvas(canvas);
    this.#canvases.length = 0;
    this.#levels.length = 0;
    this.#picture = null;
  }
}
