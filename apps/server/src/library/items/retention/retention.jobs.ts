import { z } from "zod";
import { defineJob } from "../../../platform/ports/jobs.port.ts";

/** Weekly job: warns the owners of items that will be moved to the trash because they are unused. */
export const warnOfRetention = defineJob({
  name: "items.warn-of-retention",
  payload: z.object({}),
  attempts: 12,
  timeoutMs: 30 * 60_000,
});
