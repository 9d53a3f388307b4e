import { z } from "zod";
import { defineJob } from "../../platform/ports/jobs.port.ts";

/** Job payload. `late`: adds renditions to an older video that is already playable, with low priority. */
const OfVideo = z.object({ itemId: z.string(), late: z.boolean().optional() });

/** Job priorities of low-priority work. Lower numbers run first, and 0 is the default. Started work is finished first. */
export const LATE_PRIORITY = { extras: 8, renditions: 9, search: 10 } as const;

/**
 * Creates poster and thumbnails of a video and makes it playable if possible without encoding. Sets it to ready or
 * failed.
 */
export const makeVideoRenditions = defineJob({
  name: "media.make-video-renditions",
  payload: OfVideo,
  // A broken file fails at the first attempt. Further attempts are for unavailable stores and servers.
  attempts: 5,
  timeoutMs: 30 * 60_000,
});

/**
 * Creates slow renditions and saves each when finished. These are the MP4 that every browser plays (if encoding is needed),
 * the storyboard, the waveform and lower qualities.
 */
export const makeVideoExtras = defineJob({
  name: "media.make-video-extras",
  payload: OfVideo,
  attempts: 5,
  timeoutMs: 4 * 3_600_000,
});

/** Scans all videos once for missing renditions. A migration queues it, and it continues after `after`. */
export const completeVideos = defineJob({
  name: "media.complete-videos",
  payload: z.object({ after: z.uuid().optional() }),
  attempts: 12,
  timeoutMs: 60_000,
});
