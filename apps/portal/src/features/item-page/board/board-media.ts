import type { BinaryFileData } from "@excalidraw/excalidraw/types";
import { useEffect, useMemo, useRef, useState } from "react";
import { readBoardMedia, type BoardItem, type BoardMedia } from "../../../entities/boards/boards.queries.ts";
import { concerns, onLive } from "../../../platform/live/live-events.ts";
import { itemFileOf } from "./scene-elements.ts";
import type { Stage } from "./stage-store.ts";

/** Time in which new pictures are collected for one request, in milliseconds. */
const COLLECT_MS = 250;

/** Is shown instead of an item that the user may not open. */
const LOCKED = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="250"><rect width="100%" height="100%" fill="#efeff2"/><rect x="1" y="1" width="398" height="248" fill="none" stroke="#8d8d99" stroke-width="2" stroke-dasharray="8 6"/></svg>',
)}`;

const fileOf = (id: string, dataURL: string, mimeType: string): BinaryFileData =>
  ({ id, dataURL, mimeType, created: Date.now() }) as unknown as BinaryFileData;

/** Returns the pictures of a board for the drawing program. Addresses replace their content: the browser loads them. */
function filesOf({ images, items }: BoardMedia): BinaryFileData[] {
  return [
    ...images.map(({ fileId, url, mimeType }) => fileOf(fileId, url, mimeType)),
    ...items.flatMap(({ itemId, type, url }) => {
      if (type === null) return fileOf(itemFileOf(itemId, true), LOCKED, "image/svg+xml");
      // An item that is being processed has no picture yet.
      return url === null ? [] : fileOf(itemFileOf(itemId, false), url, "image/jpeg");
    }),
  ];
}

/** Returns the posters of videos for frames that this board does not have: those of an imported file, or of another board. */
function postersOf({ api }: Stage, { items }: BoardMedia): BinaryFileData[] {
  const loaded = api.getFiles();
  const urls = new Map(items.map(({ itemId, url }) => [itemId, url]));
  return api.getSceneElements().flatMap((one) => {
    const url = one.type === "image" ? urls.get(one.customData?.["itemId"] as string) : null;
    return one.type === "image" && one.fileId && url && !loaded[one.fileId] ? fileOf(one.fileId, url, "image/jpeg") : [];
  });
}

/** The items of a board and how its pictures are loaded. */
export interface BoardPictures {
  items: ReadonlyMap<string, BoardItem>;
  /** Reads the pictures again soon. */
  refresh: () => void;
  isLocked: (itemId: string) => boolean;
}

/** Loads the pictures of a board into the canvas. */
export function useBoardMedia(boardId: string, stage: Stage | null, onItems: () => void): BoardPictures {
  const [media, setMedia] = useState<BoardMedia | null>(null);
  const items = useMemo(() => new Map(media?.items.map((item) => [item.itemId, item])), [media]);
  const known = useRef(items);
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
      isLocked: (itemId: string): boolean => known.current.get(itemId)?.type === null,
    }),
    [boardId],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const waiting = [...items.values()].filter(({ type, url }) => type !== null && url === null).map(({ itemId }) => itemId);
    return waiting.length === 0 ? undefined : onLive((event) => concerns(event, waiting) && methods.refresh());
  }, [items, methods]);
  useEffect(() => {
    known.current = items;
  }, [items]);
  useEffect(() => {
    if (!stage || !media) return;
    const loaded = stage.api.getFiles();
    const missing = filesOf(media).filter(({ id }) => !loaded[id]);
    if (missing.length > 0) stage.api.addFiles(missing);
    const posters = postersOf(stage, media);
    if (posters.length > 0) stage.api.addFiles(posters);
    onItems();
  }, [stage, media, onItems]);
  return { items, ...methods };
}
