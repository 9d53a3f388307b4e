import { getBoard, getBoardItem, type ClientResult } from "@stillreel/contract";
import { client } from "../../platform/api.ts";

export type BoardView = ClientResult<typeof getBoard>;

/** Reads a board with its drawing. @throws ApiError `not-found` */
export const readBoard = (boardId: string): Promise<BoardView> => client.call(getBoard, { params: { boardId } });

/** Reads a board as an item, without its drawing, which can be large. @throws ApiError `not-found` */
export const readBoardItem = (boardId: string, signal?: AbortSignal): Promise<ClientResult<typeof getBoardItem>> =>
  client.call(getBoardItem, { params: { boardId } }, { signal });
