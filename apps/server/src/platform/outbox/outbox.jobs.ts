import { z } from "zod";
import { defineJob } from "../ports/jobs.port.ts";

/** Sends one mail to the mail server. The queue increases the delay after each failure, up to about a day in total. */
export const sendMail = defineJob({ name: "outbox.send-mail", payload: z.object({ mailId: z.uuid() }), attempts: 12, timeoutMs: 60_000 });
