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
/** Maximum length of a shape's text: the contract's limit. */
const TEXT_MAX = 2_000;

const isWritten = (shape: Shape | undefined): shape is Written => shape?.type === "text" || shape?.type === "callout";

/** Normalizes a text for the document: line ends are one character, and other control characters are removed. */
const cleaned = (text: string): string =>
  text
    .replace(/\r\n?/gu, "\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/gu, "")
    .slice(0, TEXT_MAX);

/** Text editing in one shape. All changes from start to end are one undo step. */
export class Writing {
  readonly #store: EditorStore;
  readonly #shown: () => Rect;
  #mark: Snapshot | null = null;

  /** @param shown the visible part of the image */
  constructor(store: EditorStore, shown: () => Rect) {
    this.#store = store;
    this.#shown = shown;
  }

  get shape(): Written | null {
    const { document, editing } = this.#store.state;
    const [shape] = editing === null ? [] : shapesOf(document, [editing]);
    return isWritten(shape) ? shape : null;
  }

  /** @param mark start of the undo step: before the shape, when it is new */
  start(id: string, mark: Snapshot): void {
    const [shape] = shapesOf(this.#store.state.document, [id]);
    if (!isWritten(shape)) return this.#store.commit(mark);
    this.#mark = mark;
    this.#store.set({ editing: id, selection: [id] });
  }

  write(text: string): void {
    const { shape } = this;
    if (!shape) return;
    const written: Written = { ...shape, text: cleaned(text) };
    const grown = written.type === "callout" ? fitted(written) : written;
    const placed = shape.rotation === 0 ? movedInto(this.#shown(), shape, grown) : withFixedStart(shape, grown);
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
    this.#store.commit(mark);
  }

  /** Returns the position of the letters in the viewport. */
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
      // The canvas draws it, so that it is always the same.
      background: null,
      text: shape.text,
      grows: shape.type === "text" && shape.width === null,
    };
  }
}

/** Moves a text that grows over the image's edge back as far as possible, because letters beyond it are not visible. */
function movedInto(shown: Rect, before: Written, after: Written): Written {
  const [from, to] = [boxOf(before), boxOf(after)];
  const back = (start: number, size: number, was: number, edge: number, least: number): number =>
    was > edge ? 0 : Math.max(0, Math.min(start + size - edge, start - least));
  const dx = back(to.x, to.width, from.x + from.width, shown.x + shown.width, shown.x);
  const dy = back(to.y, to.height, from.y + from.height, shown.y + shown.height, shown.y);
  return dx === 0 && dy === 0 ? after : { ...after, x: rounded(after.x - dx), y: rounded(after.y - dy) };
}

/** Corrects the position of a turned shape that grows: it turns around its middle, so its start would move. */
function withFixedStart(before: Written, after: Written): Written {
  if (before.rotation === 0) return after;
  const [from, to] = [boxOf(before), boxOf(after)];
  const was = turned(from, center(from), before.rotation);
  const is = turned(to, center(to), before.rotation);
  return { ...after, x: after.x + was.x - is.x, y: after.y + was.y - is.y };
}
