import type { AnnotationDocument, Shape } from "@stillreel/contract";
import { fitting, nextZoom, zoomed } from "./camera.ts";
import { newId, renumbered, shapesOf, withChanged, withOrder, withoutShapes, withShapes } from "./document-edits.ts";
import type { EditorCommand, Rect } from "./editor.types.ts";
import { union, wholePixels } from "./geometry.ts";
import { boundsOf, kindOf } from "./shapes/index.ts";
import type { Bench } from "./gestures/gesture.ts";
import { setCamera, shownRect } from "./gestures/view.tool.ts";

/** Offset of copies, in CSS pixels. */
const ASIDE = 16;

/** Creates copies with new ids and an offset. */
function copies(shapes: readonly Shape[], aside: number): Shape[] {
  return shapes.map((shape) => ({ ...kindOf(shape).moved(shape, aside, aside), id: newId() }));
}

/** Adds copies of shapes on top and selects them, as one undo step. */
export function pasteCopies(bench: Bench, shapes: readonly Shape[]): void {
  const { store } = bench;
  const { document, camera } = store.state;
  const pasted = copies(shapes, ASIDE / camera.zoom);
  const next = withShapes(document, pasted);
  if (next !== document)
    store.change(
      next,
      pasted.map(({ id }) => id),
    );
}

/** Runs one command. Each one that changes the document is one undo step. */
export function runCommand(bench: Bench, command: EditorCommand): void {
  const { store } = bench;
  const { document, selection } = store.state;
  switch (command) {
    case "undo":
      return store.undo();
    case "redo":
      return store.redo();
    case "delete":
      return selection.length > 0 ? store.change(withoutShapes(document, selection), []) : undefined;
    case "duplicate":
      return pasteCopies(bench, shapesOf(document, selection));
    case "select-all":
      return store.set({ selection: document.shapes.filter(({ hidden }) => !hidden).map(({ id }) => id) });
    case "select-none":
      return selection.length > 0 ? store.set({ selection: [] }) : undefined;
    case "bring-forward":
      return store.change(withOrder(document, selection, "forward"));
    case "send-backward":
      return store.change(withOrder(document, selection, "backward"));
    case "bring-to-front":
      return store.change(withOrder(document, selection, "front"));
    case "send-to-back":
      return store.change(withOrder(document, selection, "back"));
    case "align-left":
    case "align-center":
    case "align-right":
    case "align-top":
    case "align-middle":
    case "align-bottom":
      return store.change(aligned(bench, document, selection, command));
    case "renumber-steps":
      return store.change(renumbered(document, null));
    case "restart-steps":
      return store.change(renumbered(document, selection));
    case "apply-crop":
    case "cancel-crop":
    case "reset-crop":
      return runCropCommand(bench, command);
    case "zoom-in":
    case "zoom-out":
    case "zoom-fit":
    case "zoom-100":
      return runZoomCommand(bench, command);
  }
}

/** Aligns several shapes to one another, or a single one to the image. */
function aligned(
  bench: Bench,
  document: AnnotationDocument,
  selection: readonly string[],
  how: Extract<EditorCommand, `align-${string}`>,
): AnnotationDocument {
  const shapes = shapesOf(document, selection);
  const to = shapes.length > 1 ? union(shapes.map(boundsOf)) : shownRect(bench);
  if (!to) return document;
  const by = (box: Rect): [number, number] => {
    switch (how) {
      case "align-left":
        return [to.x - box.x, 0];
      case "align-center":
        return [to.x + to.width / 2 - box.x - box.width / 2, 0];
      case "align-right":
        return [to.x + to.width - box.x - box.width, 0];
      case "align-top":
        return [0, to.y - box.y];
      case "align-middle":
        return [0, to.y + to.height / 2 - box.y - box.height / 2];
      case "align-bottom":
        return [0, to.y + to.height - box.y - box.height];
    }
  };
  const changed = shapes.map((shape) => {
    const [dx, dy] = by(boundsOf(shape));
    return Math.abs(dx) < 0.005 && Math.abs(dy) < 0.005 ? shape : kindOf(shape).moved(shape, dx, dy);
  });
  return withChanged(document, changed);
}

function runCropCommand(bench: Bench, command: "apply-crop" | "cancel-crop" | "reset-crop"): void {
  const { store, picture } = bench;
  const { document, cropping } = store.state;
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
  if (command === "reset-crop") {
    if (cropping) store.set({ cropping: whole });
    else if (document.crop) store.change({ ...document, crop: null });
    return;
  }
  if (!cropping) return;
  const crop = wholePixels(cropping, whole);
  const isWhole = crop.width === whole.width && crop.height === whole.height;
  const next = isWhole ? null : crop;
  store.set({ cropping: null });
  if (command === "apply-crop" && crop.width > 0 && crop.height > 0 && JSON.stringify(next) !== JSON.stringify(document.crop))
    store.change({ ...document, crop: next });
  bench.setTool("select");
}

function runZoomCommand(bench: Bench, command: "zoom-in" | "zoom-out" | "zoom-fit" | "zoom-100"): void {
  const { camera, viewport } = bench.store.state;
  const middle = { x: viewport.width / 2, y: viewport.height / 2 };
  if (command === "zoom-fit") return setCamera(bench, fitting(shownRect(bench), viewport));
  setCamera(bench, zoomed(camera, command === "zoom-100" ? 1 : nextZoom(camera.zoom, command === "zoom-in" ? 1 : -1), middle));
}
