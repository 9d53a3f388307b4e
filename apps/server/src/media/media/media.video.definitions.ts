import { z } from "zod";
import { defineJob } from "../../platform/ports/jobs.port.ts";

/** `late`: for a video that plays already and is older than what it lacks; nobody waits for it. */
const OfVideo = z.object({ itemId: z.string(), late: z.boolean().optional() });

/** Late work comes after all other work, and what was begun of it first. Lower numbers come first; 0 is everybody's. */
export const LATE_PRIORITY = { extras: 8, renditions: 9, search: 10 } as const;

/** Makes poster and thumbnails of a video, and lets it play as soon as that can be had without encoding anything; sets it to ready or failed. */
export const makeVideoRenditions = defineJob({
  name: "media.make-video-renditions",
  payload: OfVideo,
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
  payload: OfVideo,
  attempts: 5,
  timeoutMs: 4 * 3_600_000,
});

/** Looks through all videos once for those that lack what is made of videos today. A migration enqueues it; it goes on behind `after`. */
export const completeVideos = defineJob({
  name: "media.complete-videos",
  payload: z.object({ after: z.uuid().optional() }),
  attempts: 12,
  timeoutMs: 60_000,
});
