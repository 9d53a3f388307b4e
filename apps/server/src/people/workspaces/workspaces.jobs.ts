import { z } from "zod";
import type { Executor } from "../../platform/db/client.ts";
import { defineJob, type JobOutcome } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./purge.repo.ts";

/** Number of items per transaction, small enough for short locks. */
const PAGE = 100;
/** Time after which another job continues, in milliseconds, so that a large workspace does not occupy a worker. */
const SLICE_MS = 10_000;
/** Jobs of users have priority 0; lower numbers run first. */
const PRIORITY = 10;

/** Deletes a workspace without members and all of its items. */
export const purgeWorkspace = defineJob({
  name: "workspaces.purge",
  payload: z.object({ workspaceId: z.uuid() }),
  attempts: 8,
  timeoutMs: 30 * 60_000,
});

/** Works in pages and slices: an interrupted job continues, and a workspace of any size is deleted by a chain of short jobs. */
export async function handlePurgeWorkspace(
  deps: { ports: Pick<Ports, "db" | "jobs">; releaseBlobs(tx: Executor, blobIds: readonly string[]): Promise<unknown> },
  { workspaceId }: { workspaceId: string },
  signal: AbortSignal,
  sliceMs = SLICE_MS,
): Promise<JobOutcome> {
  const { db, jobs } = deps.ports;
  const endsAt = performance.now() + sliceMs;
  if (!(await repo.isDeserted(db, workspaceId))) return { skipped: "it has members, or it is deleted" };
  for (;;) {
    signal.throwIfAborted();
    const deleted = await db.transaction(async (tx) => {
      const page = await repo.deleteItems(tx, workspaceId, PAGE);
      await deps.releaseBlobs(tx, page.blobIds);
      return page.deleted;
    });
    if (deleted === 0) break;
    if (performance.now() < endsAt) continue;
    await jobs.enqueue(db, purgeWorkspace, { workspaceId }, { key: `purge-workspace-${workspaceId}`, priority: PRIORITY });
    return "done";
  }
  await repo.deleteContents(db, workspaceId, signal);
  await db.transaction(async (tx) => {
    await deps.releaseBlobs(tx, await repo.deleteWorkspace(tx, workspaceId));
  });
  return "done";
}
