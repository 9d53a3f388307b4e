import { z } from "zod";
import { defineJob } from "../../platform/ports/jobs.port.ts";

/** Time after a change after which its board is drawn, in milliseconds. */
export const TIDY_DELAY_MS = 10_000;

/** Draws the thumbnails of a board, updates its words in the search and its size, and stores a version when it is due. */
export const tidyBoard = defineJob({
  name: "boards.tidy",
  payload: z.object({ boardId: z.uuid() }),
  attempts: 5,
  timeoutMs: 120_000,
});

/** Key by which changes of a few seconds share one job. */
export const tidyKey = (boardId: string): string => `board:${boardId}`;

/** Gives the boards with frames of a video those of the version that it shows now. */
export const followFrames = defineJob({
  name: "boards.follow-frames",
  payload: z.object({ itemId: z.uuid() }),
  attempts: 5,
  timeoutMs: 20 * 60_000,
});
