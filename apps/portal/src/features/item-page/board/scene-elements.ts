import { isOrderKey } from "@stillreel/contract";
import { asBoardElement, type Drawn } from "@stillreel/board/core";
import type { ExcalidrawElement, OrderedExcalidrawElement } from "@excalidraw/excalidraw/element/types";
import type { BoardElement } from "../../../entities/boards/boards.queries.ts";
import { shownStroke, storedStroke } from "./scene-colors.ts";

/** What the conversion of an element depends on besides the element. */
export interface SceneContext {
  isDark: boolean;
  find: (id: string) => BoardElement | undefined;
  /** Whether the user may not open an item. */
  isLocked: (itemId: string) => boolean;
  /** Returns the name of the picture that is shown for a frame of a video. */
  frameFile: (fileId: string) => string;
}

/** Returns the name of the picture of an item among the pictures of the drawing program. */
export const itemFileOf = (itemId: string): string => `item-${itemId}`;
/** Returns the name of the picture that is shown instead of an item that the user may not open. Each theme has its own. */
export const lockedFileOf = (itemId: string, isDark: boolean): string => `locked-${isDark ? "dark" : "light"}-${itemId}`;
/** Whether a name is that of an item's picture, and not of an image that is stored with the board. */
export const isItemFile = (fileId: string): boolean => /^(?:locked|item)-/u.test(fileId);

/** Returns the name of the picture of a frame from another version of its video, or of the poster that is shown instead. */
export const frameFileOf = (fileId: string, shown: string): string => `${fileId}@${shown}`;
/** Returns the stored image of an element without the version that is shown for it. */
export const takenFileOf = (fileId: string): string => fileId.split("@", 1)[0] ?? fileId;

const LINE = { points: [], lastCommittedPoint: null, startBinding: null, endBinding: null, startArrowhead: null, endArrowhead: null };
const DEFAULTS: Partial<Record<BoardElement["type"], object>> = {
  arrow: { ...LINE, elbowed: false },
  line: LINE,
  freedraw: { points: [], pressures: [], simulatePressure: true, lastCommittedPoint: null },
  text: {
    text: "",
    fontSize: 20,
    fontFamily: 6,
    textAlign: "left",
    verticalAlign: "top",
    containerId: null,
    autoResize: true,
    lineHeight: 1.35,
  },
  image: { status: "saved", scale: [1, 1], crop: null, fileId: null },
  frame: { name: null },
  magicframe: { name: null },
};

/** Whether the link of an element leads to the page of its item. The caption below it has that link; a mark on the picture would repeat it. */
const isOwnLink = ({ link, customData }: Pick<BoardElement, "link" | "customData">): boolean =>
  customData?.itemId !== undefined && link?.startsWith("/") === true && link.split("?", 1)[0]?.endsWith(`/${customData.itemId}`) === true;

/** Returns an element as the drawing program needs it, with the colours of the theme and the picture of its item. */
export function toScene(element: BoardElement, { isDark, find, isLocked, frameFile }: SceneContext): OrderedExcalidrawElement {
  const container = element.containerId ? find(element.containerId) : undefined;
  const itemId = element.type === "image" ? element.customData?.itemId : undefined;
  const isHidden = itemId !== undefined && isLocked(itemId);
  const drawn = {
    ...DEFAULTS[element.type],
    ...element,
    // A stored key that is none would prevent that anything is added. The drawing program gives it a new one.
    index: element.index !== null && isOrderKey(element.index) ? element.index : null,
    ...(element.type === "text" && { originalText: element.originalText ?? element.text ?? "" }),
    ...(itemId && {
      fileId: isHidden ? lockedFileOf(itemId, isDark) : element.fileId ? frameFile(element.fileId) : itemFileOf(itemId),
      status: "saved",
    }),
    ...(itemId && isOwnLink(element) && { link: null }),
    strokeColor: shownStroke(element, container, isDark),
  };
  return drawn as unknown as OrderedExcalidrawElement;
}

/**
 * Returns an element as it is stored, or null while it is not a part of the drawing: it has no size, or its picture is not stored yet.
 * @param before the stored element: the frame of a video that the user may not open stays
 */
export function fromScene(element: ExcalidrawElement, before: BoardElement | undefined): BoardElement | null {
  const isLine = element.type === "line" || element.type === "arrow" || element.type === "freedraw";
  const isTiny = isLine ? element.points.length < 2 && element.type !== "freedraw" : element.width === 0 && element.height === 0;
  if (isTiny && !element.isDeleted && element.type !== "text") return null;
  const stored: Record<string, unknown> = { ...element, strokeColor: storedStroke(element.strokeColor) };
  if (element.type === "image") {
    if (!element.fileId && !element.customData?.["itemId"]) return null;
    if (isItemFile(element.fileId ?? "")) stored["fileId"] = before?.fileId ?? null;
    else if (element.fileId) stored["fileId"] = takenFileOf(element.fileId);
    stored["status"] = "saved";
    if (before && isOwnLink(before)) stored["link"] ??= before.link;
  }
  return asBoardElement(stored as Drawn);
}
