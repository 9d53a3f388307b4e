import type { Shape, ShapeOf } from "@stillreel/contract";
import { toViewport } from "./camera.ts";
import { shapesOf, withChanged, withoutShapes } from "./document-edits.ts";
import type { Camera, Rect, TextBox } from "./editor.types.ts";
import { center, rounded, turned } from "./geometry.ts";
import type { Snapshot } from "./history.ts";
import { boxOf } from "./shapes/index.ts";
import { calloutLetters } from "./shapes/callout/callout.geometry.ts";
import { fitted } from "./shapes/callout/callout.shape.ts";
import { lettersBox } from "./shapes/text/text.shape.ts";
import type { EditorStore } from "./store.ts";
import { readableOn } from "./text/draw-text.ts";
import { LINE_HEIGHT } from "./text/fonts.ts";

type Written = ShapeOf<"text"> | ShapeOf<"callout">;
/** The longest text of a shape: the contract's limit. */
const TEXT_MAX = 2_000;

export const isWritten = (shape: Shape | undefined): shape is Written => shape?.type === "text" || shape?.type === "callout";

/** As a document may hold it: line ends are one character, and there are no others that control. */
const cleaned = (text: string): string =>
  text
    .replace(/\r\n?/gu, "\n")
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/gu, "")
    .slice(0, TEXT_MAX);

/** Writing in one shape: everything from its start to its end is one step of undo. */
export class Writing {
  readonly #store: EditorStore;
  readonly #shown: () => Rect;
  #mark: Snapshot | null = null;

  /** @param shown what is seen of the picture */
  constructor(store: EditorStore, shown: () => Rect) {
    this.#store = store;
    this.#shown = shown;
  }

  get shape(): Written | null {
    const { document, editing } = this.#store.state;
    const [shape] = editing === null ? [] : shapesOf(document, [editing]);
    return isWritten(shape) ? shape : null;
  }

  /** @param mark where the step begins: before the shape, when it was made just now */
  start(id: string, mark: Snapshot): void {
    const [shape] = shapesOf(this.#store.state.document, [id]);
    if (!isWritten(shape)) return this.#store.keep(mark);
    this.#mark = mark;
    this.#store.set({ editing: id, selection: [id] });
  }

  write(text: string): void {
    const { shape } = this;
    if (!shape) return;
    const written: Written = { ...shape, text: cleaned(text) };
    const grown = written.type === "callout" ? fitted(written) : written;
    const placed = shape.rotation === 0 ? keptIn(this.#shown(), shape, grown) : inPlace(shape, grown);
    this.#store.set({ document: withChanged(this.#store.state.document, [placed]) });
  }

  stop(): void {
    const { shape } = this;
    const mark = this.#mark;
    if (this.#store.state.editing === null || !mark) return;
    this.#mark = null;
    const { document } = this.#store.state;
    const isEmpty = shape?.type === "text" ? shape.text.trim() === "" : false;
    if (isEmpty && shape && !mark.document.shapes.some(({ id }) => id === shape.id)) {
      this.#store.set({ editing: null });
      this.#store.bail(mark);
      return;
    }
    this.#store.set({ editing: null, document: isEmpty && shape ? withoutShapes(document, [shape.id]) : document });
    this.#store.keep(mark);
  }

  /** Where the letters stand in the viewport. */
  box(camera: Camera): TextBox | null {
    const { shape } = this;
    if (!shape) return null;
    const letters = shape.type === "text" ? lettersBox(shape) : calloutLetters(shape);
    const at = toViewport(camera, letters);
    return {
      shapeId: shape.id,
      rect: { ...at, width: letters.width * camera.zoom, height: letters.height * camera.zoom },
      rotation: shape.rotation,
      fontSize: shape.fontSize * camera.zoom,
      lineHeight: shape.fontSize * LINE_HEIGHT * camera.zoom,
      bold: shape.bold,
      align: shape.align,
      color: shape.type === "text" ? shape.color : readableOn(shape.color),
      // The canvas draws it, so that it never differs.
      background: null,
      text: shape.text,
      grows: shape.type === "text" && shape.width === null,
    };
  }
}

/** A text that grows over the picture's edge gives way as far as there is room: nobody sees letters beyond. */
function keptIn(shown: Rect, before: Written, after: Written): Written {
  const [from, to] = [boxOf(before), boxOf(after)];
  const back = (start: number, size: number, was: number, edge: number, least: number): number =>
    was > edge ? 0 : Math.max(0, Math.min(start + size - edge, start - least));
  const dx = back(to.x, to.width, from.x + from.width, shown.x + shown.width, shown.x);
  const dy = back(to.y, to.height, from.y + from.height, shown.y + shown.height, shown.y);
  return dx === 0 && dy === 0 ? after : { ...after, x: rounded(after.x - dx), y: rounded(after.y - dy) };
}

/** A turned shape turns around its middle: when it grows, its beginning would wander off. */
function inPlace(before: Written, after: Written): Written {
  if (before.rotation === 0) return after;
  const [from, to] = [boxOf(before), boxOf(after)];
  const was = turned(from, center(from), before.rotation);
  const is = turned(to, center(to), before.rotation);
  return { ...after, x: after.x + was.x - is.x, y: after.y + was.y - is.y };
}
