import { seenRect, toViewport } from "../camera.ts";
import type { EditorState, Rect } from "../editor.types.ts";
import { grown, intersection } from "../geometry.ts";
import { fontGeneration } from "../text/fonts.ts";
import { ZoomedBands } from "./bands.ts";
import { damageOf, joined } from "./damage.ts";
import { drawDocument } from "./draw-document.ts";
import { overlayMarks } from "./overlay.ts";
import type { PictureScene } from "./scene.ts";

/** Maximum number of changed areas. With more, everything is drawn. */
const AREAS_MAX = 12;

interface Drawn {
  state: EditorState;
  ratio: number;
  fonts: number;
  marks: readonly Rect[];
}

/**
 * Updates one canvas: once per frame, and only changed areas. While a shape is dragged, these are its old and its new area,
 * independent of the number of other shapes.
 */
export class Screen {
  readonly #canvas: HTMLCanvasElement;
  readonly #ctx: CanvasRenderingContext2D;
  readonly #scene: PictureScene;
  readonly #state: () => EditorState;
  readonly #bands = new ZoomedBands();
  #drawn: Drawn | null = null;
  #frame: number | null = null;
  #ratioQuery: MediaQueryList | null = null;

  constructor(canvas: HTMLCanvasElement, scene: PictureScene, state: () => EditorState) {
    const ctx = canvas.getContext("2d");
    if (!ctx) throw new Error("This canvas has no 2D context.");
    this.#canvas = canvas;
    this.#ctx = ctx;
    this.#scene = scene;
    this.#state = state;
    this.#watchRatio();
    this.draw();
  }

  readonly #handleRatio = (): void => {
    this.#watchRatio();
    this.invalidate();
  };

  /** Observes the pixel ratio, which changes with the screen and with the page's zoom. */
  #watchRatio(): void {
    this.#ratioQuery?.removeEventListener("change", this.#handleRatio);
    this.#ratioQuery = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    this.#ratioQuery.addEventListener("change", this.#handleRatio);
  }

  /** Marks the canvas as stale. It is drawn in the next frame. */
  invalidate(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.draw();
    });
  }

  /** Draws the changes immediately. */
  draw(): void {
    const state = this.#state();
    const { viewport } = state;
    if (viewport.width <= 0 || viewport.height <= 0) return;
    const ratio = devicePixelRatio || 1;
    const width = Math.max(1, Math.round(viewport.width * ratio));
    const height = Math.max(1, Math.round(viewport.height * ratio));
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
      this.#drawn = null;
    }
    const marks = overlayMarks(state);
    const next: Drawn = { state, ratio, fonts: fontGeneration(), marks: marks.map(({ bounds }) => bounds) };
    for (const area of this.#damage(next)) {
      const box = intersection(grown(area, 1), { x: 0, y: 0, ...viewport });
      if (box.width <= 0 || box.height <= 0) continue;
      this.#drawArea(state, ratio, box);
      for (const mark of marks) mark.draw(this.#ctx);
      this.#ctx.restore();
    }
    this.#drawn = next;
  }

  /** Returns the stale boxes of the viewport, in CSS pixels. */
  #damage(next: Drawn): Rect[] {
    const all = [{ x: 0, y: 0, ...next.state.viewport }];
    const drawn = this.#drawn;
    if (!drawn || drawn.ratio !== next.ratio || drawn.fonts !== next.fonts) return all;
    const [before, after] = [drawn.state, next.state];
    if (before === after) return [];
    if (before.camera !== after.camera || before.viewport !== after.viewport || before.cropping !== after.cropping) return all;
    const changed = damageOf(before.document, after.document);
    if (changed === "all") return all;
    const { camera } = after;
    const areas = changed.map((rect) => ({
      ...toViewport(camera, rect),
      width: rect.width * camera.zoom,
      height: rect.height * camera.zoom,
    }));
    const isMarked =
      before.document !== after.document ||
      before.selection !== after.selection ||
      before.marquee !== after.marquee ||
      before.guides !== after.guides ||
      before.editing !== after.editing;
    if (isMarked) areas.push(...drawn.marks, ...next.marks);
    const boxes = joined(areas);
    return boxes.length > AREAS_MAX ? all : boxes;
  }

  /** Draws image and shapes of one box, and leaves the context clipped to it, in CSS pixels. */
  #drawArea({ camera, viewport, document, cropping }: EditorState, ratio: number, box: Rect): void {
    const ctx = this.#ctx;
    // Whole pixels of the screen: an antialiased clip edge would fade the pixels already there.
    const left = Math.floor(box.x * ratio);
    const top = Math.floor(box.y * ratio);
    const right = Math.ceil((box.x + box.width) * ratio);
    const bottom = Math.ceil((box.y + box.height) * ratio);
    const picture = { x: 0, y: 0, width: this.#scene.picture.width, height: this.#scene.picture.height };
    const shown = (cropping ? null : document.crop) ?? picture;
    const seen = seenRect(camera, viewport);
    const zoom = camera.zoom * ratio;
    const area = {
      x: seen.x + left / zoom,
      y: seen.y + top / zoom,
      width: (right - left) / zoom,
      height: (bottom - top) / zoom,
    };
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.beginPath();
    ctx.rect(left, top, right - left, bottom - top);
    ctx.clip();
    ctx.clearRect(left, top, right - left, bottom - top);
    const region = intersection(grown(area, 1 / zoom), shown);
    if (region.width > 0 && region.height > 0) {
      ctx.save();
      const [x, y] = [Math.round((shown.x - camera.x) * zoom), Math.round((shown.y - camera.y) * zoom)];
      const [x2, y2] = [Math.round((shown.x + shown.width - camera.x) * zoom), Math.round((shown.y + shown.height - camera.y) * zoom)];
      ctx.beginPath();
      ctx.rect(x, y, x2 - x, y2 - y);
      ctx.clip();
      ctx.setTransform(zoom, 0, 0, zoom, -camera.x * zoom, -camera.y * zoom);
      drawDocument(ctx, this.#scene, document, region, this.#bands.draw);
      ctx.restore();
    }
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Stops drawing and empties the canvas. */
  close(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#ratioQuery?.removeEventListener("change", this.#handleRatio);
    this.#bands.close();
    this.#canvas.width = 0;
    this.#canvas.height = 0;
  }
}
