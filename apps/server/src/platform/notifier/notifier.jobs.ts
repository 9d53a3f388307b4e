import { z } from "zod";
import { defineJob } from "../ports/jobs.port.ts";

/** Mails one notification to its user, unless it was read in the meantime. */
export const mailNotification = defineJob({
  name: "notifications.mail-one",
  payload: z.object({ notificationId: z.uuid() }),
  attempts: 8,
  timeoutMs: 60_000,
});
