import type { EditEffect, Shape, ShapeType } from "@stillreel/contract";
import { KINDS, type ShapeKind, simplifiedStroke, withPoint } from "@stillreel/editor/core";
import {
  FIGURE_TOOLS,
  type FigureTool,
  newEffectId,
  type Point,
  type Size,
  type VideoEditor,
  type VideoTool,
  withEffect,
} from "../../core/index.ts";
import { stylesOf } from "./figure-styles.ts";

/** Seconds that a new figure is shown. */
const FIGURE_S = 4;
/** Tools that stay selected, because users draw several of these figures in a row. */
const STAYING: ReadonlySet<VideoTool> = new Set(["pen", "highlighter", "step", "stamp"]);

export const isFigureTool = (tool: VideoTool): tool is FigureTool => FIGURE_TOOLS.includes(tool as FigureTool);
const kindNamed = (type: ShapeType): ShapeKind<Shape> => KINDS[type] as unknown as ShapeKind<Shape>;

/** Gives a new step the next number. */
function numbered(editor: VideoEditor, shape: Shape): Shape {
  if (shape.type !== "step") return shape;
  const { effects } = editor.getState().document;
  const numbers = effects.map((effect) => (effect.kind === "figure" && effect.shape.type === "step" ? effect.shape.number : 0));
  return { ...shape, number: 1 + Math.max(0, ...numbers) };
}

/** A figure while it is drawn: from the press of the pointer to its release. All of it is one undo step. */
export class FigureDrawing {
  readonly id: string;
  readonly tool: FigureTool;
  readonly #editor: VideoEditor;
  readonly #range: { itemId: string | undefined; start: number; end: number };
  readonly #own: Size;
  readonly #from: Point;
  #shape: Shape;
  #isDrawn = false;

  private constructor(editor: VideoEditor, tool: FigureTool, at: Point, range: { itemId: string | undefined; start: number; end: number }) {
    this.#editor = editor;
    this.tool = tool;
    this.#range = range;
    this.#own = editor.sourceOf(range.itemId) ?? { width: 1, height: 1 };
    this.#from = this.#pixels(at);
    this.id = newEffectId(editor.getState().document.effects);
    this.#shape = numbered(editor, kindNamed(tool).created(this.id, this.#from, stylesOf(editor, this.#own).of(tool)));
  }

  /** Starts a figure at a point of the picture, in shares. Null at the end of the video. */
  static start(editor: VideoEditor, tool: FigureTool, at: Point): FigureDrawing | null {
    const range = editor.rangeForEffect(FIGURE_S);
    if (range) return new FigureDrawing(editor, tool, at, range);
    editor.refuse("no-end");
    return null;
  }

  /** Extends the figure to a point. A stroke gets a further point, or becomes straight. */
  extend(to: Point, isStraight: boolean): void {
    const at = this.#pixels(to);
    if ("points" in this.#shape && !isStraight) this.#shape = { ...this.#shape, points: withPoint(this.#shape.points, at) };
    else this.#shape = kindNamed(this.tool).stretched(this.#shape, this.#from, at);
    this.#put();
  }

  /** Completes the figure. Without a drag it has its default size. Returns whether it was added. */
  finish(): boolean {
    if (!this.#isDrawn)
      this.#shape = numbered(
        this.#editor,
        kindNamed(this.tool).placed(this.id, this.#from, stylesOf(this.#editor, this.#own).of(this.tool)),
      );
    else if ("points" in this.#shape) this.#shape = { ...this.#shape, points: simplifiedStroke(this.#shape.points, 0.5) };
    if (!this.#put()) return false;
    this.#editor.settle();
    if (STAYING.has(this.tool)) return true;
    this.#editor.setTool("select");
    this.#editor.select({ kind: "effect", ids: [this.id] });
    return true;
  }

  cancel(): void {
    if (this.#isDrawn) this.#editor.undo();
  }

  #pixels({ x, y }: Point): Point {
    return { x: x * this.#own.width, y: y * this.#own.height };
  }

  /** Adds the figure, or replaces it. Both have the same key, so that they are one step. */
  #put(): boolean {
    const { document } = this.#editor.getState();
    const { itemId, start, end } = this.#range;
    const effect: EditEffect = { id: this.id, kind: "figure", ...(itemId === undefined ? {} : { itemId }), start, end, shape: this.#shape };
    const isThere = document.effects.some(({ id }) => id === this.id);
    const effects = isThere ? document.effects.map((one) => (one.id === this.id ? effect : one)) : withEffect(document.effects, effect);
    if (!effects) {
      this.#editor.refuse("too-many");
      return false;
    }
    this.#isDrawn = true;
    this.#editor.change({ ...document, effects }, `draw-${this.id}`);
    return true;
  }
}
