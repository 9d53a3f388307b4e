import { z } from "zod";
import { defineJob } from "../../platform/ports/jobs.port.ts";

/** Mails the digests that are due. It runs often, because some time zones are a quarter of an hour apart. */
export const sendDigests = defineJob({ name: "notifications.send-digests", payload: z.object({}), attempts: 3, timeoutMs: 5 * 60_000 });
export const EVERY_FIVE_MINUTES = "*/5 * * * *";
