import { CaptureUpdateAction, reconcileElements } from "@excalidraw/excalidraw";
import type { ExcalidrawElement, OrderedExcalidrawElement } from "@excalidraw/excalidraw/element/types";
import type { ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";
import { inOrder, isNewer, type BoardClient } from "@stillreel/board/core";
import type { BoardElement } from "../../../entities/boards/boards.queries.ts";
import { INK, isFilled, shadeOf } from "./scene-colors.ts";
import { fromScene, toScene, type SceneContext } from "./scene-elements.ts";

type Remote = Parameters<typeof reconcileElements>[1];

/** The connection of a drawing with a board. */
export interface SceneBinding {
  /** Shows another drawing, which cannot be changed, until it is called with null. */
  show: (elements: readonly BoardElement[] | null) => void;
  /** Shows all elements again: the theme or the access to items has changed. */
  redraw: () => void;
  stop: () => void;
}

interface Options {
  api: ExcalidrawImperativeAPI;
  board: BoardClient;
  context: () => Omit<SceneContext, "find">;
  /** Called with images and items that came onto the board. */
  onPictures: () => void;
  /** Whether an element has to wait until its image is stored with the board, see `imageAdoption`. */
  adopt: (element: ExcalidrawElement, before: BoardElement | undefined) => boolean;
}

const versionOf = ({ version, versionNonce }: { version: number; versionNonce: number }): string => `${version}/${versionNonce}`;
const hasPicture = ({ type }: { type: string }): boolean => type === "image";
/** Whether an image has no name yet: it is being uploaded. */
const isNameless = (one: ExcalidrawElement): boolean => one.type === "image" && !one.fileId && one.customData?.["itemId"] === undefined;

/** Texts on a fill stay dark in the dark theme, where the drawing program gives new texts the light colour. */
function darkTexts(elements: readonly ExcalidrawElement[], paper: string): ExcalidrawElement[] | null {
  if (paper === INK) return null;
  const filled = new Set(elements.filter((one) => isFilled(one)).map(({ id }) => id));
  const isWrong = (one: ExcalidrawElement): boolean =>
    one.type === "text" && one.containerId !== null && filled.has(one.containerId) && one.strokeColor === paper;
  if (!elements.some(isWrong)) return null;
  return elements.map((one) => (isWrong(one) ? { ...one, strokeColor: INK } : one));
}

/** Texts of notes begin at their upper corner, where the drawing program puts the texts of all shapes into the middle. */
function noteTexts(elements: readonly ExcalidrawElement[], editing: string | undefined): ExcalidrawElement[] | null {
  const isMeant = (one: ExcalidrawElement): boolean => one.id === editing && one.type === "text" && one.verticalAlign === "middle";
  const text = editing === undefined ? undefined : elements.find(isMeant);
  const note = text?.type === "text" ? elements.find(({ id }) => id === text.containerId) : undefined;
  if (note?.customData?.["note"] !== true) return null;
  const textAlign = document.documentElement.dir === "rtl" ? "right" : "left";
  return elements.map((one) => (one === text ? { ...one, textAlign, verticalAlign: "top" } : one) as ExcalidrawElement);
}

/** Returns the element that is drawn already if the next one shows the same: the drawing program stores the picture of each by its object. */
function sameOr(drawn: OrderedExcalidrawElement | undefined, next: OrderedExcalidrawElement): OrderedExcalidrawElement {
  if (drawn?.version !== next.version || drawn.versionNonce !== next.versionNonce) return next;
  const fileOf = (one: OrderedExcalidrawElement) => (one.type === "image" ? one.fileId : null);
  return drawn.strokeColor === next.strokeColor && fileOf(drawn) === fileOf(next) ? drawn : next;
}

/** Sends what is drawn to the board, and draws what others send. */
// oxlint-disable-next-line max-lines-per-function -- both directions share what was seen
export function bindScene({ api, board, context, onPictures, adopt }: Options): SceneBinding {
  const seen = new Map<string, string>();
  /** Images that were drawn here and are not a part of the board before they have their names. */
  const uploading = new Set<string>();
  let shown: readonly BoardElement[] | null = null;
  /** Whether the scene has the drawing of the board, and not a stored version. */
  let isBoard = true;
  let isHeld = false;
  const contextOf = (find: SceneContext["find"]): SceneContext => ({ ...context(), find });
  const setScene = (elements: readonly OrderedExcalidrawElement[]): void =>
    api.updateScene({ elements, captureUpdate: CaptureUpdateAction.NEVER });

  const isEditing = (id: string): boolean => {
    const { editingTextElement, newElement, resizingElement } = api.getAppState();
    return [editingTextElement?.id, newElement?.id, resizingElement?.id].includes(id);
  };

  const isUploading = (one: ExcalidrawElement): boolean =>
    !one.isDeleted && !board.element(one.id) && (isNameless(one) || uploading.has(one.id));

  /** Whether an element was changed here and not sent yet: the drawing program announces changes after it has rendered them. */
  const isUnsent = (one: ExcalidrawElement): boolean => {
    const known = board.element(one.id);
    return seen.get(one.id) !== versionOf(one) && (known ? isNewer(one, known) : !one.isDeleted);
  };

  const drawAll = (): void => {
    const all = shown ?? board.elements();
    const byId = shown && new Map(shown.map((one) => [one.id, one]));
    const into = contextOf(byId ? (id) => byId.get(id) : board.element);
    const before = api.getSceneElementsIncludingDeleted();
    const drawn = new Map(before.map((one) => [one.id, one]));
    // What is being drawn, written or uploaded here stays: the server does not know it yet.
    const mine = shown || !isBoard ? [] : before.filter((one) => isEditing(one.id) || isUploading(one) || isUnsent(one));
    isBoard = !shown;
    const mineById = new Map(mine.map((one) => [one.id, one]));
    const others = all.filter(({ id }) => !mineById.has(id));
    if (!shown) for (const element of others) seen.set(element.id, versionOf(element));
    isHeld ||= others.length < all.length;
    const shapes = new Map(others.map((element) => [element.id, sameOr(drawn.get(element.id), toScene(element, into))]));
    const next = inOrder([...others, ...mine]).flatMap(({ id }) => mineById.get(id) ?? shapes.get(id) ?? []);
    if (next.length !== before.length || next.some((one, index) => before[index] !== one)) setScene(next);
  };

  const pull = (elements: readonly BoardElement[]): void => {
    const into = contextOf(board.element);
    const free = elements.filter(({ id }) => !isEditing(id));
    isHeld ||= free.length < elements.length;
    for (const element of free) seen.set(element.id, versionOf(element));
    const remote = inOrder(free).map((element) => toScene(element, into));
    setScene(reconcileElements(api.getSceneElementsIncludingDeleted(), remote as unknown as Remote, api.getAppState()));
    if (free.some(hasPicture)) onPictures();
  };
  /** Draws changes of others that waited until a text or shape was finished here. */
  const pullHeld = (): void => {
    const { editingTextElement, newElement, resizingElement } = api.getAppState();
    if (!isHeld || editingTextElement || newElement || resizingElement) return;
    isHeld = false;
    const here = new Map(api.getSceneElementsIncludingDeleted().map((one) => [one.id, one]));
    const newer = board.elements().filter((one) => isNewer(one, here.get(one.id)));
    if (newer.length > 0) pull(newer);
  };

  /** Whether elements of the board are missing: the drawing of a dropped file replaces all others in the drawing program. */
  const isReplaced = (elements: readonly ExcalidrawElement[]): boolean => {
    if (elements.length >= seen.size) return false;
    const here = new Set(elements.map(({ id }) => id));
    return board.elements().some(({ id, isDeleted }) => !isDeleted && !here.has(id));
  };

  const push = (elements: readonly ExcalidrawElement[]): void => {
    if (shown) return;
    const changed: BoardElement[] = [];
    for (const element of elements) {
      const version = versionOf(element);
      if (seen.get(element.id) === version) continue;
      const before = board.element(element.id);
      const isWaiting = adopt(element, before);
      if (isWaiting || isNameless(element)) uploading.add(element.id);
      const stored = isWaiting ? null : fromScene(element, before);
      if (!stored) continue;
      uploading.delete(element.id);
      seen.set(element.id, version);
      changed.push(stored);
    }
    if (changed.length > 0) board.change(changed);
    if (changed.some(hasPicture)) onPictures();
    if (isReplaced(elements)) {
      drawAll();
      // Its images replaced the others, too.
      return onPictures();
    }
    pullHeld();
    const placed = noteTexts(elements, api.getAppState().editingTextElement?.id);
    const corrected = changed.length > 0 && darkTexts(placed ?? elements, shadeOf(INK, context().isDark));
    if (corrected || placed) api.updateScene({ elements: corrected || (placed ?? elements), captureUpdate: CaptureUpdateAction.NEVER });
  };

  const stops = [
    api.onChange(push),
    board.onRemote(({ elements, isWhole }) => {
      if (shown) return;
      if (!isWhole) return pull(elements);
      drawAll();
      return onPictures();
    }),
  ];
  drawAll();
  return {
    show: (elements) => {
      shown = elements;
      drawAll();
    },
    redraw: drawAll,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
