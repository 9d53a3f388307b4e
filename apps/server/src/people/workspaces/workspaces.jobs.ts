import { z } from "zod";
import type { Executor } from "../../platform/db/client.ts";
import { defineJob, type JobOutcome } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./purge.repo.ts";

/** Number of items per transaction, small enough for short locks. */
const PAGE = 100;

/** Deletes a workspace without members and all of its items. */
export const purgeWorkspace = defineJob({
  name: "workspaces.purge",
  payload: z.object({ workspaceId: z.uuid() }),
  attempts: 8,
  timeoutMs: 30 * 60_000,
});

/** Works in pages, so that an interrupted job continues. */
export async function handlePurgeWorkspace(
  deps: { ports: Pick<Ports, "db">; releaseBlob(tx: Executor, blobId: string): Promise<void> },
  { workspaceId }: { workspaceId: string },
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { db } = deps.ports;
  if (!(await repo.isDeserted(db, workspaceId))) return { skipped: "it has members, or it is deleted" };
  for (;;) {
    signal.throwIfAborted();
    const deleted = await db.transaction(async (tx) => {
      const page = await repo.deleteItems(tx, workspaceId, PAGE);
      for (const blobId of page.blobIds) await deps.releaseBlob(tx, blobId);
      return page.deleted;
    });
    if (deleted === 0) break;
  }
  await db.transaction(async (tx) => {
    for (const blobId of await repo.deleteWorkspace(tx, workspaceId)) await deps.releaseBlob(tx, blobId);
  });
  return "done";
}
