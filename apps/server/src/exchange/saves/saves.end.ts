import { z } from "zod";
import type { Executor } from "../../platform/db/client.ts";
import type { Notified, Notifier } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { defineJob, type JobOutcome } from "../../platform/ports/jobs.port.ts";
import { RETENTION_MS, SERVICE_NAMES } from "./saves.plan.ts";
import * as repo from "./saves.repo.ts";

/** Notifies the user of the end of a save, unless the user has read it on a page or in the extension. */
export const reportSaveEnd = defineJob({
  name: "saves.report-end",
  payload: z.object({ saveId: z.uuid() }),
  attempts: 5,
  timeoutMs: 60_000,
});

/** Time in which a visible list, which reads a running save every second, reads its end, in milliseconds. */
const READ_WITHIN_MS = 15_000;

type EndPorts = Pick<Ports, "db" | "clock" | "jobs">;

/** Ends a save whose files have all ended, and schedules the notification. */
export async function finishSave({ db, clock, jobs }: EndPorts, saveId: string): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    if (!(await repo.finish(tx, saveId, now))) return;
    await jobs.enqueue(tx, reportSaveEnd, { saveId }, { runAt: new Date(now.getTime() + READ_WITHIN_MS) });
  });
}

async function notify(tx: Executor, notifier: Pick<Notifier, "add">, save: repo.SaveRow): Promise<Notified[]> {
  const [first, ...others] = await repo.listFiles(tx, save.id);
  // A purged item has no page.
  const isAboutItem = first !== undefined && others.length === 0 && (await repo.itemExists(tx, first.itemId));
  return notifier.add(tx, {
    kind: save.state === "failed" ? "job-failed" : "job-done",
    subjectId: save.id,
    ...(isAboutItem ? { itemId: first.itemId } : {}),
    actorId: null,
    details: {
      job: "save",
      title: SERVICE_NAMES[save.provider],
      saveId: save.id,
      retryUntil: new Date(save.createdAt.getTime() + RETENTION_MS).toISOString(),
    },
    userIds: [save.userId],
  });
}

/** Runs {@link reportSaveEnd}. */
export async function handleReportSaveEnd(
  { db, clock }: Pick<Ports, "db" | "clock">,
  notifier: Pick<Notifier, "add" | "publish">,
  { saveId }: { saveId: string },
): Promise<JobOutcome> {
  const notified = await db.transaction(async (tx) => {
    const save = await repo.noteSeen(tx, saveId, clock.now());
    return save && notify(tx, notifier, save);
  });
  if (!notified) return { skipped: "its user has read the end, or it is running again" };
  notifier.publish(notified);
  return "done";
}
