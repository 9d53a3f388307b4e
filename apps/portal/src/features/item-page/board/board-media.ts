import type { ExcalidrawElement } from "@excalidraw/excalidraw/element/types";
import type { BinaryFileData } from "@excalidraw/excalidraw/types";
import { frameOf, isSameFrame } from "@stillreel/contract";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { readBoardMedia, type BoardItem, type BoardMedia } from "../../../entities/boards/boards.queries.ts";
import { concerns, onLive } from "../../../platform/live/live-events.ts";
import { frameFileOf, isItemFile, itemFileOf, lockedFileOf, takenFileOf } from "./scene-elements.ts";
import type { Stage } from "./stage-store.ts";

/** Time in which new pictures are collected for one request, in milliseconds. */
const COLLECT_MS = 250;

const lockedPicture = (fill: string, stroke: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="250"><rect width="100%" height="100%" fill="${fill}"/><rect x="1" y="1" width="398" height="248" fill="none" stroke="${stroke}" stroke-width="2" stroke-dasharray="8 6"/></svg>`,
  )}`;
/** Is shown instead of an item that the user may not open, in the colours `--sunken` and `--line-control` of both themes. */
const LOCKED = { light: lockedPicture("#efeff2", "#8d8d99"), dark: lockedPicture("#0b0a0d", "#74737f") };

const fileOf = (id: string, dataURL: string, mimeType: string): BinaryFileData =>
  ({ id, dataURL, mimeType, created: Date.now() }) as unknown as BinaryFileData;

/** Returns the pictures of a board for the drawing program. Addresses replace their content: the browser loads them. */
function filesOf({ images, items }: BoardMedia): BinaryFileData[] {
  return [
    ...images.map(({ fileId, url, mimeType }) => fileOf(fileId, url, mimeType)),
    ...items.flatMap(({ itemId, type, url }) => {
      if (type === null)
        return [
          fileOf(lockedFileOf(itemId, false), LOCKED.light, "image/svg+xml"),
          fileOf(lockedFileOf(itemId, true), LOCKED.dark, "image/svg+xml"),
        ];
      // An item that is being processed has no picture yet.
      return url === null ? [] : fileOf(itemFileOf(itemId), url, "image/jpeg");
    }),
  ];
}

type ShownImage = BoardMedia["images"][number];

/** Returns the image of the version that a video shows for a frame that was taken of any version; undefined when there is none. */
const shownFrame = (images: readonly ShownImage[], taken: string): ShownImage | undefined =>
  images.find(({ fileId }) => fileId === taken) ?? images.find(({ fileId }) => isSameFrame(fileId, taken));

/**
 * Returns the name of the picture for a frame of a video: the poster of the video without an image of the version that it shows. Each
 * version has its own name, because the drawing program never replaces a picture.
 */
function frameFile(media: BoardMedia | null, taken: string): string {
  const image = media && shownFrame(media.images, taken);
  if (!media || image?.fileId === taken) return taken;
  return frameFileOf(taken, (image && frameOf(image.fileId)?.version) ?? "poster");
}

/** Returns the second of its video that an element shows; undefined when the board shows the poster because the frame is cut away. */
function secondOf(media: BoardMedia | null, element: ExcalidrawElement): number | undefined {
  if (element.type !== "image" || !element.fileId) return undefined;
  // The element has the second at which a user took the frame.
  const at = element.customData?.["at"] as number | undefined;
  if (isItemFile(element.fileId)) return at;
  const image = media && shownFrame(media.images, takenFileOf(element.fileId));
  return image ? (image.at ?? at) : undefined;
}

/** Returns the elements that show an image of the board for an item: frames of videos. */
const framesOf = ({ api }: Stage): { itemId: string; taken: string }[] =>
  api.getSceneElements().flatMap((one: ExcalidrawElement) => {
    const itemId: unknown = one.customData?.["itemId"];
    if (one.type !== "image" || !one.fileId || typeof itemId !== "string" || isItemFile(one.fileId)) return [];
    return { itemId, taken: takenFileOf(one.fileId) };
  });

/** Returns the pictures for frames whose image this board does not have: of another version, or the poster of the video. */
function frameFiles(stage: Stage, media: BoardMedia): BinaryFileData[] {
  const posters = new Map(media.items.map(({ itemId, url }) => [itemId, url]));
  return framesOf(stage).flatMap(({ itemId, taken }) => {
    const image = shownFrame(media.images, taken);
    const url = image?.url ?? posters.get(itemId);
    return url ? fileOf(frameFile(media, taken), url, image?.mimeType ?? "image/jpeg") : [];
  });
}

/** The items of a board and how its pictures are loaded. */
export interface BoardPictures {
  items: ReadonlyMap<string, BoardItem>;
  /** Reads the pictures again soon. */
  refresh: () => void;
  isLocked: (itemId: string) => boolean;
  /** Whether the board has an image. */
  isStored: (fileId: string) => boolean;
  /** Notes an image that this page has stored with the board. */
  noteStored: (fileId: string) => void;
  /** Returns the name of the picture that is shown for a frame of a video. */
  frameFile: (fileId: string) => string;
  /** Returns the second of its video that an element shows; undefined when it shows none. */
  secondOf: (element: ExcalidrawElement) => number | undefined;
}

/** Loads the pictures of a board into the canvas. */
export function useBoardMedia(boardId: string, stage: Stage | null, onItems: () => void): BoardPictures {
  const [media, setMedia] = useState<BoardMedia | null>(null);
  const items = useMemo(() => new Map(media?.items.map((item) => [item.itemId, item])), [media]);
  const known = useRef(media);
  const uploaded = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const methods = useMemo(
    () => ({
      refresh: (): void => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          // Without an answer the pictures stay as they are.
          readBoardMedia(boardId).then(setMedia, () => undefined);
        }, COLLECT_MS);
      },
      isLocked: (id: string): boolean => known.current?.items.some(({ itemId, type }) => itemId === id && type === null) ?? false,
      isStored: (id: string): boolean => uploaded.current.has(id) || (known.current?.images.some(({ fileId }) => fileId === id) ?? false),
      noteStored: (id: string): void => void uploaded.current.add(id),
      frameFile: (fileId: string): string => frameFile(known.current, fileId),
    }),
    [boardId],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const waiting = [...items.values()].filter(({ type, url }) => type !== null && url === null).map(({ itemId }) => itemId);
    // Frames follow their video some seconds after it shows another version: an event of the video hides them, one of the board shows them.
    const framed = stage ? framesOf(stage).map(({ itemId }) => itemId) : [];
    const followed = framed.length > 0 ? [...waiting, ...framed, boardId] : waiting;
    return followed.length === 0 ? undefined : onLive((event) => concerns(event, followed) && methods.refresh());
  }, [items, stage, boardId, methods]);
  useEffect(() => {
    known.current = media;
    if (!stage || !media) return;
    const loaded = stage.api.getFiles();
    const missing = [...filesOf(media), ...frameFiles(stage, media)].filter(({ id }) => !loaded[id]);
    if (missing.length > 0) stage.api.addFiles(missing);
    onItems();
  }, [stage, media, onItems]);
  return { items, secondOf: useCallback((element: ExcalidrawElement) => secondOf(media, element), [media]), ...methods };
}
