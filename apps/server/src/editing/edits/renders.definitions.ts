import { z } from "zod";
import { defineJob } from "../../platform/ports/jobs.port.ts";

/** Renders the edits of a video into its link or into a copy. */
export const renderVideo = defineJob({
  name: "edits.render-video",
  payload: z.object({ renderId: z.uuid(), targetId: z.uuid() }),
  // Edits that cannot be rendered fail at the first attempt. Further attempts are for killed workers and unavailable stores.
  attempts: 4,
  timeoutMs: 6 * 3_600_000,
});

/** Marks renders as failed whose job used up all attempts. */
export const giveUpRenders = defineJob({ name: "edits.give-up", payload: z.object({}), attempts: 1, timeoutMs: 60_000 });
