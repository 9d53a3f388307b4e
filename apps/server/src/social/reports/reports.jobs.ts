import { DEFAULT_NOTIFICATION_CHANNELS } from "@stillreel/contract";
import { z } from "zod";
import { languageOf } from "../../people/auth/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import { defineJob, type JobOutcome } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./reports.repo.ts";

/** Minimum time between two mails about reports in milliseconds. */
const MAIL_EVERY_MS = 60 * 60_000;

/** Mails the administrators how many reports are new. */
export const mailReports = defineJob({
  name: "reports.mail-administrators",
  payload: z.object({}),
  attempts: 8,
  timeoutMs: 60_000,
});

/** Enqueues the mail about a new report: immediately, or one hour after the last one. */
export async function enqueueMail({ jobs, clock }: Pick<Ports, "jobs" | "clock">, tx: Executor): Promise<void> {
  const last = await repo.lastMailedAt(tx);
  const runAt = new Date(Math.max(clock.now().getTime(), (last?.getTime() ?? 0) + MAIL_EVERY_MS));
  await jobs.enqueue(tx, mailReports, {}, { key: mailReports.name, runAt });
}

function wantsMail({ notification_settings: settings }: repo.Recipient, now: Date): boolean {
  const { channels, pauseUntil } = settings as { channels?: { report?: unknown }; pauseUntil?: unknown };
  if (typeof pauseUntil === "string" && new Date(pauseUntil) > now) return false;
  return (channels?.report ?? DEFAULT_NOTIFICATION_CHANNELS.report) === "email";
}

/** Mails one message to each administrator who wants it, with the number of new reports. */
export async function handleMailReports({
  ports: { db, clock, publicUrl },
  outbox,
}: {
  ports: Pick<Ports, "db" | "clock" | "publicUrl">;
  outbox: Pick<Outbox, "post">;
}): Promise<JobOutcome> {
  const now = clock.now();
  return db.transaction(async (tx): Promise<JobOutcome> => {
    const count = await repo.markMailed(tx, now);
    if (count === 0) return { skipped: "every report was closed in the meantime" };
    for (const recipient of (await repo.listRecipients(tx)).filter((one) => wantsMail(one, now))) {
      const data = { displayName: recipient.display_name, count: String(count), url: `${publicUrl()}/admin/reports` };
      await outbox.post(tx, { template: "reports", to: recipient.email, language: languageOf(recipient), data });
    }
    return "done";
  });
}
