import { z } from "zod";
import { Id } from "./common.contract.ts";
import { RECORDING_MAX_S } from "./limits.ts";
import { POINTER_BYTES_MAX, POINTER_CLICKS_MAX, POINTER_MOVES_MAX } from "./pointer-values.ts";
import { defineRoute } from "./route.ts";

const Share = z.number().min(0).max(1);
/** Second of the recording, and position in shares of the picture's width and height. */
const PointerPoint = z.tuple([z.number().min(0).max(RECORDING_MAX_S), Share, Share]);
const isInOrder = (points: readonly [number, ...unknown[]][]): boolean =>
  points.every(([at], index) => at >= (points[index - 1]?.[0] ?? 0));
const points = (most: number) =>
  z.array(PointerPoint).max(most, `At most ${most} positions.`).refine(isInOrder, "Positions are in the order of their times.");

/** Where the pointer was during a recording, and where it was pressed. All times are seconds of the unedited file. */
export const PointerTrack = z.object({ moves: points(POINTER_MOVES_MAX), clicks: points(POINTER_CLICKS_MAX) });
export type PointerTrack = z.output<typeof PointerTrack>;
export type PointerPoint = z.output<typeof PointerPoint>;

const OfItem = z.object({ itemId: Id });

export const getPointer = defineRoute({
  id: "pointer.get",
  method: "GET",
  path: "/items/{itemId}/pointer",
  summary: "Positions and presses of the pointer in the recorded tab. Empty lists when none were recorded",
  auth: "user",
  params: OfItem,
  response: PointerTrack,
});

export const putPointer = defineRoute({
  id: "pointer.put",
  method: "PUT",
  path: "/items/{itemId}/pointer",
  summary: "Stores positions and presses of the pointer of a recording, also before the recording is complete. Replaces earlier ones",
  auth: "user",
  params: OfItem,
  body: PointerTrack,
  bodyBytesMax: POINTER_BYTES_MAX,
  /** Numbers of the stored positions and presses. */
  response: z.object({ moves: z.int(), clicks: z.int() }),
});
