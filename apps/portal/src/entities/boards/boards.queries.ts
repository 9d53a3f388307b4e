import {
  createBoard,
  listBoardImages,
  listBoards,
  listBoardVersions,
  updateBoard,
  type ClientArgs,
  type ClientResult,
} from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";
import type { ItemView } from "../items/item-list.ts";
import { cacheItem } from "../items/items.queries.ts";
import type { BoardView } from "../items/read-board.ts";
import { PERSONAL, type SpaceRef } from "../spaces/space-ref.ts";

export type BoardDocument = BoardView["document"];
export type BoardElement = BoardDocument["elements"][number];
/** Images of a board, and items on it with what the user may see of them. */
export type BoardMedia = ClientResult<typeof listBoardImages>;
export type BoardItem = BoardMedia["items"][number];
export type BoardVersion = ClientResult<typeof listBoardVersions>["items"][number];

/** Stores changes of a drawing. Other people's changes stay. */
export const writeBoard = (boardId: string, document: BoardDocument): Promise<BoardView> =>
  client.call(updateBoard, { params: { boardId }, body: { document } });

/** Reads the current addresses of the images on a board. */
export const readBoardMedia = (boardId: string): Promise<BoardMedia> => client.call(listBoardImages, { params: { boardId } });

/** The boards of a space, the newest first. */
export const boardsQuery = (ref: SpaceRef) =>
  queryOptions({
    queryKey: ["items", "boards", ref],
    queryFn: ({ signal }) => client.call(listBoards, { query: ref === PERSONAL ? {} : { workspaceId: ref } }, { signal }),
  });

export const boardVersionsKey = (boardId: string) => ["items", "board-versions", boardId] as const;
/** The stored versions of a board. */
export const boardVersionsQuery = (boardId: string) =>
  queryOptions({
    queryKey: boardVersionsKey(boardId),
    queryFn: ({ signal }) => client.call(listBoardVersions, { params: { boardId } }, { signal }),
  });

/** Where a new board is created. */
export interface BoardTarget {
  workspaceId: SpaceRef;
  folderId: string | null;
}

/** Creates a board and adds it to the lists. @throws ApiError */
export async function addBoard(target: BoardTarget, title: string, document?: BoardDocument): Promise<ItemView> {
  const body: ClientArgs<typeof createBoard>["body"] = {
    title,
    ...(target.workspaceId !== PERSONAL && { workspaceId: target.workspaceId }),
    ...(target.folderId !== null && { folderId: target.folderId }),
    ...(document && { document }),
  };
  const item = await client.call(createBoard, { body });
  cacheItem(item);
  return item;
}
