import { getBoard, type ClientResult } from "@stillreel/contract";
import { client } from "../../platform/api.ts";

export type BoardView = ClientResult<typeof getBoard>;

/** Reads a board with its drawing. @throws ApiError `not-found` */
export const readBoard = (boardId: string, signal?: AbortSignal): Promise<BoardView> =>
  client.call(getBoard, { params: { boardId } }, { signal });
