import { z } from "zod";
import { defineJob } from "../../platform/ports/jobs.port.ts";

/**
 * Notifies the users who can answer an access request. It runs after the response, which takes the same time for what does not exist.
 */
export const announceAccessRequest = defineJob({
  name: "access-requests.announce",
  payload: z.object({ requestId: z.uuid(), ip: z.string() }),
  attempts: 8,
  timeoutMs: 60_000,
});
