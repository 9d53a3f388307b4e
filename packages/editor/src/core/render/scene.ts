import type { AnnotationDocument, Shape, ShapeOf } from "@stillreel/contract";
import type { Picture, Rect } from "../editor.types.ts";
import { intersects, wholePixels } from "../geometry.ts";
import { pictureRect } from "../picture.ts";
import type { DrawingContext } from "../drawing-context.ts";
import type { Scene } from "../shapes/shape-kind.ts";
import { drawShape, kindOf } from "../shapes/index.ts";
import { magnifiedPixels } from "../shapes/magnifier/magnifier.shape.ts";
import { redactedPixels } from "../shapes/redact/redact.shape.ts";
import { freeCanvas, makeCanvas } from "./canvas.ts";
import { averageCells, smoothed } from "./cells.ts";

type Redact = ShapeOf<"redact">;
type Blur = ShapeOf<"blur">;
type Magnifier = ShapeOf<"magnifier">;
type Blurred = ReturnType<Scene["blurred"]>;
type Magnified = ReturnType<Scene["magnified"]>;

const isVisible = <T extends Shape["type"]>(shapes: readonly Shape[], type: T): Extract<Shape, { type: T }>[] =>
  shapes.filter((shape): shape is Extract<Shape, { type: T }> => shape.type === type && !shape.hidden);

/**
 * An image and its document, for shapes that show the image itself. It is the only source of pixels, and draws redactions into
 * them first: at one pixel per pixel, so that no scaling can mix in pixels from under an edge.
 */
export class PictureScene implements Scene {
  readonly picture: Picture;
  #document: AnnotationDocument | null = null;
  #redacts: Redact[] = [];
  #blurs: Blur[] = [];
  #spotlights: ShapeOf<"spotlight">[] = [];
  #redactions: Rect[] = [];
  readonly #blurred = new WeakMap<Blur, { key: string; value: Blurred }>();
  readonly #magnified = new WeakMap<Magnifier, { key: string; value: Magnified }>();

  constructor(picture: Picture, document: AnnotationDocument) {
    this.picture = picture;
    this.show(document);
  }

  /** Sets the document. */
  show(document: AnnotationDocument): void {
    if (document === this.#document) return;
    this.#document = document;
    this.#redacts = isVisible(document.shapes, "redact");
    this.#blurs = isVisible(document.shapes, "blur");
    this.#spotlights = isVisible(document.shapes, "spotlight");
    this.#redactions = this.#redacts.map((shape) => redactedPixels(shape, this.picture));
  }

  get redactions(): readonly Rect[] {
    return this.#redactions;
  }

  get spotlights(): readonly ShapeOf<"spotlight">[] {
    return this.#spotlights;
  }

  /** Draws every redaction, independent of its index. */
  burn(ctx: DrawingContext): void {
    for (const shape of this.#redacts) drawShape(ctx, shape, this);
  }

  blurred(shape: Blur): Blurred {
    const box = wholePixels(shape, pictureRect(this.picture));
    if (box.width === 0 || box.height === 0) return null;
    const key = this.#redactionKey(box);
    const known = this.#blurred.get(shape);
    if (known?.key === key) return known.value;
    const isSmooth = shape.mode === "blur";
    const size = Math.max(1, Math.round(isSmooth ? shape.strength / 3 : shape.strength));
    const { canvas, ctx } = makeCanvas(box.width, Math.min(box.height, Math.max(size, Math.ceil(2_000_000 / box.width))), true);
    const averages = averageCells(
      box.width,
      box.height,
      size,
      (top, count) => {
        this.#drawRedacted(ctx, { x: box.x, y: box.y + top, width: box.width, height: count });
        return ctx.getImageData(0, 0, box.width, count).data;
      },
      canvas.width * canvas.height,
    );
    freeCanvas(canvas);
    const cells = isSmooth ? smoothed(averages, 2) : averages;
    const small = makeCanvas(cells.width, cells.height);
    small.ctx.putImageData(new ImageData(cells.data, cells.width, cells.height), 0, 0);
    const over = { x: box.x, y: box.y, width: cells.width * size, height: cells.height * size };
    const value = { image: small.canvas, over, isSmooth };
    this.#blurred.set(shape, { key, value });
    return value;
  }

  magnified(shape: Magnifier): Magnified {
    const from = magnifiedPixels(shape, this.picture);
    if (from.width === 0 || from.height === 0) return null;
    const blurs = this.#blurs.filter((blur) => intersects(kindOf(blur).box(blur), from));
    const key = `${this.#redactionKey(from)}|${JSON.stringify(blurs)}`;
    const known = this.#magnified.get(shape);
    if (known?.key === key) return known.value;
    const { canvas, ctx } = makeCanvas(from.width, from.height);
    this.#drawRedacted(ctx, from);
    ctx.translate(-from.x, -from.y);
    for (const blur of blurs) drawShape(ctx, blur, this);
    this.burn(ctx);
    const value = { image: canvas, from };
    this.#magnified.set(shape, { key, value });
    return value;
  }

  /** Returns a key of everything by which the redactions of an area differ. */
  #redactionKey(area: Rect): string {
    return this.#redacts
      .filter((_, at) => intersects(this.#redactions[at] ?? area, area))
      .map(({ x, y, width, height, color }) => `${x},${y},${width},${height},${color}`)
      .join(";");
  }

  /** Draws the redacted image of an area of whole pixels at the canvas's top left. */
  #drawRedacted(ctx: OffscreenCanvasRenderingContext2D, area: Rect): void {
    ctx.setTransform(1, 0, 0, 1, -area.x, -area.y);
    ctx.clearRect(area.x, area.y, area.width, area.height);
    for (const { y, height, bitmap } of this.picture.bands)
      if (y < area.y + area.height && y + height > area.y) ctx.drawImage(bitmap, 0, y);
    this.burn(ctx);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
  }
}
