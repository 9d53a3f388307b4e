import type { EditDocument, EditEffect, ShapeOf } from "@stillreel/contract";
import { type DrawingContext, drawFigure, type Scene } from "@stillreel/editor/core";
import { boxAt, effectsAt, type Placement, placementOf, type PlacementOptions, type Size, textShapeOf } from "../core/index.ts";
import { type BackgroundPicture, drawBackground } from "./background.ts";
import { drawCover, isCover } from "./covers.ts";
import { Layer } from "./layers.ts";
import { Lenses, sharpness } from "./lenses.ts";

/** The picture of a source: an area of an image, such as a video's frame or a tile of its storyboard. */
export interface SourcePicture extends Size {
  image: CanvasImageSource;
  x: number;
  y: number;
}

/** What a frame shows. */
export interface FrameRequest {
  document: EditDocument;
  /** The time that is shown. Effects are evaluated at it. */
  source: { itemId: string | undefined; at: number };
  /** Size of the edited video's own picture. */
  main: Size;
  /** Size of the picture of the shown source. Effects and figures refer to it, also when `picture` is smaller. */
  own: Size;
  /** Null while nothing is loaded. */
  picture: SourcePicture | null;
  /** How much of a fade is done: 0 is black, 1 is the picture. */
  level?: number;
  background?: BackgroundPicture | undefined;
  options?: PlacementOptions;
}

/** Steps of the resolution in which effects are drawn, so that a zoom does not make a new layer for every frame. */
const SCALE_STEPS = 8;

const spotlightOf = (effect: EditEffect & { kind: "spotlight" }, at: number, { width, height }: Size): ShapeOf<"spotlight"> => {
  const box = boxAt(effect, at);
  return {
    id: effect.id,
    type: "spotlight",
    opacity: 1,
    rotation: 0,
    hidden: false,
    x: box.x * width,
    y: box.y * height,
    width: box.width * width,
    height: box.height * height,
    round: effect.round,
    dim: effect.dim,
  };
};

/** Draws frames of an edited video. Its layers are reused, so that playing does not allocate. */
export class Compositor {
  readonly #work = new Layer();
  readonly #lenses = new Lenses();
  readonly #covers = { patch: new Layer(), read: new Layer(true), small: new Layer() };

  /** Draws a frame over a whole canvas whose aspect ratio is that of the edited video, and returns where the picture is. */
  draw(ctx: DrawingContext, request: FrameRequest): Placement {
    const { document, source, main, own, picture, level = 1, background, options } = request;
    const placement = placementOf(document, { main, own, source }, options);
    const { size, inside, corners } = placement;
    const scale = ctx.canvas.width / size.width;
    ctx.save();
    ctx.setTransform(scale, 0, 0, ctx.canvas.height / size.height, 0, 0);
    const frame = options?.isUncropped ? null : document.frame;
    if (frame) drawBackground(ctx, frame, placement, background);
    ctx.beginPath();
    ctx.roundRect(inside.x, inside.y, inside.width, inside.height, corners);
    ctx.clip();
    ctx.fillStyle = "#000000";
    ctx.fillRect(inside.x, inside.y, inside.width, inside.height);
    if (picture) this.#drawPicture(ctx, placement, request, picture, scale);
    if (level < 1) {
      ctx.globalAlpha = 1 - Math.max(0, level);
      ctx.fillStyle = "#000000";
      ctx.fillRect(inside.x, inside.y, inside.width, inside.height);
    }
    ctx.restore();
    return placement;
  }

  /** Draws the visible part of a picture into its area. */
  #drawPicture(ctx: DrawingContext, placement: Placement, request: FrameRequest, picture: SourcePicture, scale: number): void {
    const { target, shown, rotate } = placement;
    const isTurned = rotate === 90 || rotate === 270;
    const [width, height] = isTurned ? [target.height, target.width] : [target.width, target.height];
    const effects = effectsAt(request.document, request.source).filter(({ kind }) => kind !== "zoom");
    const drawn =
      effects.length > 0 ? this.#drawEffects(effects, request, picture, ((width * scale) / shown.width) * sharpness(effects)) : picture;
    ctx.imageSmoothingQuality = "high";
    ctx.translate(target.x + target.width / 2, target.y + target.height / 2);
    ctx.rotate((rotate * Math.PI) / 180);
    ctx.drawImage(
      drawn.image,
      drawn.x + shown.x * drawn.width,
      drawn.y + shown.y * drawn.height,
      shown.width * drawn.width,
      shown.height * drawn.height,
      -width / 2,
      -height / 2,
      width,
      height,
    );
    ctx.rotate((-rotate * Math.PI) / 180);
    ctx.translate(-target.x - target.width / 2, -target.y - target.height / 2);
  }

  /**
   * Draws a whole picture with its effects: covers first, then figures and texts, then the light. Returns the layer.
   * @param needed width in pixels of the canvas over which the whole picture, or an enlarged part of it, would be drawn
   */
  #drawEffects(
    effects: readonly EditEffect[],
    { source: { at }, own }: FrameRequest,
    picture: SourcePicture,
    needed: number,
  ): SourcePicture {
    const scale = Math.min(1, Math.ceil((needed / own.width) * SCALE_STEPS) / SCALE_STEPS);
    const size = { width: Math.max(2, Math.round(own.width * scale)), height: Math.max(2, Math.round(own.height * scale)) };
    const work = this.#work.sized(size.width, size.height);
    work.imageSmoothingEnabled = true;
    work.imageSmoothingQuality = "high";
    work.drawImage(picture.image, picture.x, picture.y, picture.width, picture.height, 0, 0, size.width, size.height);
    for (const effect of effects) if (isCover(effect)) drawCover(work, effect, at, size, this.#covers);
    this.#lenses.read(work.canvas, effects, size.width / own.width, own);
    work.setTransform(size.width / own.width, 0, 0, size.height / own.height, 0, 0);
    drawFigures(work, effects, at, own, this.#lenses);
    return { image: work.canvas, x: 0, y: 0, ...size };
  }

  /** Releases the layers. */
  close(): void {
    this.#lenses.close();
    for (const layer of [this.#work, ...Object.values(this.#covers)]) layer.close();
  }
}

/** Draws figures, texts and spotlights with the image editor's code. The unit is a pixel of the source's picture. */
function drawFigures(
  ctx: OffscreenCanvasRenderingContext2D,
  effects: readonly EditEffect[],
  at: number,
  picture: Size,
  lenses: Lenses,
): void {
  const spotlights = effects.flatMap((effect) => (effect.kind === "spotlight" ? [spotlightOf(effect, at, picture)] : []));
  const magnified: Scene["magnified"] = (shape) => lenses.of(shape);
  const scene: Scene = { picture, redactions: [], spotlights, blurred: () => null, magnified };
  const region = { x: 0, y: 0, ...picture };
  for (const effect of effects) {
    if (effect.kind === "figure" && !effect.shape.hidden) drawFigure(ctx, effect.shape, scene, region);
    if (effect.kind === "text") drawFigure(ctx, textShapeOf(effect, at, picture), scene, region);
  }
  const [light] = spotlights;
  if (light) drawFigure(ctx, light, scene, region);
}
