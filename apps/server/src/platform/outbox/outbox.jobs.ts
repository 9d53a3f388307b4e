import { z } from "zod";
import { defineJob } from "../ports/jobs.port.ts";

/** Hands one mail to the mail server. The queue waits longer after each failure, about a day in all. */
export const sendMail = defineJob({ name: "outbox.send-mail", payload: z.object({ mailId: z.uuid() }), attempts: 12, timeoutMs: 60_000 });
