import { z } from "zod";
import { defineJob } from "../../ports/jobs.port.ts";

/** Makes poster and thumbnails of a video, and lets it play as soon as that can be had without encoding anything; sets it to ready or failed. */
export const makeVideoRenditions = defineJob({
  name: "media.make-video-renditions",
  payload: z.object({ itemId: z.string() }),
  // What is wrong with a file is told at the first try; the others are for stores and servers that go away.
  attempts: 5,
  timeoutMs: 30 * 60_000,
});

/**
 * Makes what takes longer, each piece saved when it is made: the MP4 that every browser plays where it must be encoded, the
 * storyboard, the line of the sound, smaller qualities.
 */
export const makeVideoExtras = defineJob({
  name: "media.make-video-extras",
  payload: z.object({ itemId: z.string() }),
  attempts: 5,
  timeoutMs: 4 * 3_600_000,
});
