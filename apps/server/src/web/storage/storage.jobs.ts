import { z } from "zod";
import { defineJob } from "../../platform/ports/jobs.port.ts";

/** Counts the storage of all spaces, in pages. Each job continues at the space after which the previous one ended. */
export const countStorage = defineJob({
  name: "storage.count-spaces",
  payload: z.object({ after: z.uuid().nullable().default(null) }),
  attempts: 12,
  timeoutMs: 30 * 60_000,
});
