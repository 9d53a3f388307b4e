import { CaptureUpdateAction, convertToExcalidrawElements, newElementWith } from "@excalidraw/excalidraw";
import type { ExcalidrawElement, ExcalidrawImageElement } from "@excalidraw/excalidraw/element/types";
import type { AppState } from "@excalidraw/excalidraw/types";
import { type CanvasPart, partView, viewOf } from "./first-view.ts";
import { FILLS } from "./scene-colors.ts";
import { itemFileOf } from "./scene-elements.ts";
import type { Stage, ToolName } from "./stage-store.ts";

const NOTE = { width: 150, height: 112 };

/** Selects a tool. */
export function chooseTool({ api }: Stage, tool: ToolName): void {
  api.setActiveTool(tool === "note" ? { type: "custom", customType: "note" } : { type: tool });
}

/** Gives a key to the canvas, as if it was pressed there. */
export function pressKey({ root }: Stage, key: string, init: KeyboardEventInit = {}): void {
  root.focus();
  root.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }));
}
const isMac = /mac|iphone|ipad/iu.test(navigator.userAgent);
const command = isMac ? { metaKey: true } : { ctrlKey: true };
export const undo = (stage: Stage): void => pressKey(stage, "z", command);
export const redo = (stage: Stage): void => pressKey(stage, "z", { ...command, shiftKey: true });
export const duplicate = (stage: Stage): void => pressKey(stage, "d", command);

/** Adds elements above all others and selects them. */
function addAndSelect({ api }: Stage, added: readonly ExcalidrawElement[]): void {
  api.updateScene({
    elements: [...api.getSceneElementsIncludingDeleted(), ...added],
    appState: { selectedElementIds: Object.fromEntries(added.map(({ id }) => [id, true as const])) },
    captureUpdate: CaptureUpdateAction.IMMEDIATELY,
  });
}

/** Adds a note whose upper corner is at a position, and starts its text. */
export function addNote(stage: Stage, at: { x: number; y: number }): void {
  const [note] = convertToExcalidrawElements([
    {
      type: "rectangle",
      ...NOTE,
      x: at.x,
      y: at.y,
      strokeColor: "transparent",
      backgroundColor: FILLS[0][1],
      fillStyle: "solid",
      strokeWidth: 1,
      roughness: 1,
      customData: { note: true },
    },
  ]);
  if (!note) return;
  stage.api.setActiveTool({ type: "selection" });
  addAndSelect(stage, [note]);
  openText(stage, note.id, TEXT_ATTEMPTS);
}

/** Attempts to open the text of a new note, and the interval between them in milliseconds. */
const TEXT_ATTEMPTS = 40;
const TEXT_ATTEMPT_MS = 50;

/** Opens the text of a selected element. The canvas ignores the key until it has rendered the selection, which can take some frames. */
function openText(stage: Stage, id: string, attempts: number): void {
  const { editingTextElement, selectedElementIds } = stage.api.getAppState();
  if (attempts === 0 || editingTextElement !== null) return;
  if (selectedElementIds[id]) pressKey(stage, "Enter");
  setTimeout(() => openText(stage, id, attempts - 1), TEXT_ATTEMPT_MS);
}

/** Returns the centre of the visible part of the canvas. */
function centerOf({ api }: Stage): { x: number; y: number } {
  const { scrollX, scrollY, zoom, width, height } = api.getAppState();
  return { x: width / 2 / zoom.value - scrollX, y: height / 2 / zoom.value - scrollY };
}

/** A picture that is put onto the canvas. */
export interface Picture {
  width: number;
  height: number;
  fileId: string | null;
  /** The item of the library that the picture shows. */
  itemId?: string;
  isVideo?: boolean;
  link?: string | null;
}

/** Width of a new picture on the canvas. */
const PICTURE_WIDTH = 400;

/** Puts a picture onto the canvas. */
export function addPicture(
  stage: Stage,
  { width, height, fileId, itemId, isVideo = false, link = null }: Picture,
  at = centerOf(stage),
): void {
  const size = { width: Math.min(PICTURE_WIDTH, width || PICTURE_WIDTH), height: 0 };
  size.height = Math.round(size.width * (width > 0 && height > 0 ? height / width : 10 / 16));
  const [skeleton] = convertToExcalidrawElements([
    {
      type: "image",
      fileId: (fileId ?? itemFileOf(itemId ?? "")) as NonNullable<ExcalidrawImageElement["fileId"]>,
      status: "saved",
      x: at.x - size.width / 2,
      y: at.y - size.height / 2,
      ...size,
      link,
      ...(itemId && { customData: { itemId } }),
      ...(isVideo && { roundness: { type: 3 as const } }),
    },
  ]);
  if (skeleton) addAndSelect(stage, [newElementWith(skeleton as ExcalidrawImageElement, { scale: [1, 1] })]);
}

/** Returns the selected elements, without texts that belong to a selected shape. */
export function selectionOf({ api }: Stage): ExcalidrawElement[] {
  const { selectedElementIds } = api.getAppState();
  return api
    .getSceneElements()
    .filter((one) => selectedElementIds[one.id] && !(one.type === "text" && one.containerId && selectedElementIds[one.containerId]));
}

/** Changes the elements of the selection, and what is drawn next. */
export function changeSelection({ api }: Stage, change: (element: ExcalidrawElement) => Partial<ExcalidrawElement> | null): void {
  const { selectedElementIds } = api.getAppState();
  const elements = api.getSceneElementsIncludingDeleted().map((one) => {
    const isMeant = selectedElementIds[one.id] || (one.type === "text" && one.containerId !== null && selectedElementIds[one.containerId]);
    const changed = isMeant ? change(one) : null;
    return changed ? newElementWith(one, changed as never) : one;
  });
  api.updateScene({ elements, captureUpdate: CaptureUpdateAction.IMMEDIATELY });
}

/** Selects one element and moves it into view. */
export function showElement({ api }: Stage, id: string): void {
  const element = api.getSceneElements().find((one) => one.id === id);
  if (!element) return;
  api.updateScene({ appState: { selectedElementIds: { [id]: true } }, captureUpdate: CaptureUpdateAction.NEVER });
  api.scrollToContent(element, { fitToContent: true, animate: !matchMedia("(prefers-reduced-motion: reduce)").matches });
}

const ZOOM = { least: 0.1, most: 30 };

/** Zooms around the centre of the stage. */
export function zoomTo({ api }: Stage, value: number): void {
  const { zoom, width, height, scrollX, scrollY } = api.getAppState();
  const next = Math.min(ZOOM.most, Math.max(ZOOM.least, value));
  const shift = (size: number): number => size / 2 / next - size / 2 / zoom.value;
  api.updateScene({
    appState: { zoom: { value: next as typeof zoom.value }, scrollX: scrollX + shift(width), scrollY: scrollY + shift(height) },
    captureUpdate: CaptureUpdateAction.NEVER,
  });
}

/** Shows everything, or the given elements. */
export function fit({ api }: Stage, elements?: readonly ExcalidrawElement[], isAnimated = true): void {
  api.scrollToContent(elements, {
    fitToViewport: true,
    viewportZoomFactor: 0.9,
    animate: isAnimated && !matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
}

/** Shows the drawing of a board that was just opened: the part that was seen last, if something is there. Called in the same task as the elements arrive, so that they are drawn once. */
export function showFirst({ api }: Stage, last: CanvasPart | null): void {
  const [elements, screen] = [api.getSceneElements(), api.getAppState()];
  const part = (last && viewOf(last, elements, screen)) ?? partView(elements, screen);
  if (!part) return api.scrollToContent(undefined, { fitToContent: true, animate: false });
  const { zoom, scrollX, scrollY } = part;
  const appState = { zoom: { value: zoom as AppState["zoom"]["value"] }, scrollX, scrollY };
  return api.updateScene({ appState, captureUpdate: CaptureUpdateAction.NEVER });
}
