import { z } from "zod";
import { AppError } from "../../http/app-error.ts";
import type { Ports } from "../../ports/index.ts";
import { defineJob, type JobOutcome } from "../../ports/jobs.port.ts";
import { StorageError } from "../../ports/storage.port.ts";
import type { UserActor } from "../../policies/actor.ts";
import { canWrite } from "../../policies/items.policy.ts";
import * as repo from "./imports.repo.ts";
import { BadZip, ImportRunner, SKIPPED_NAMED, Stopped, type ImportJobDeps } from "./imports.runner.ts";
import { createTicker } from "./transfers.progress.ts";

/** Reads an uploaded zip into a space. Runs again without doubling anything: what is filed already is passed over. */
export const runImport = defineJob({
  name: "transfers.run-import",
  payload: z.object({ importId: z.uuid() }),
  attempts: 6,
  // The queue lends a job for four hours at most; a longer one goes on where it was.
  timeoutMs: 3.5 * 3_600_000,
});

/** Runs {@link runImport}. */
export async function handleRunImport(
  ports: Ports,
  deps: ImportJobDeps,
  { importId }: { importId: string },
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { db, clock, log } = ports;
  const claimed = await repo.claim(db, importId);
  if (!claimed) return { skipped: "it is gone, or finished" };
  const { userId, workspaceId, blobId } = claimed;
  let runner: ImportRunner | undefined;
  const tell = (): void => {
    deps.events.publish({ type: "transfers", userId });
    deps.events.publish({ type: "folders", workspaceId });
    deps.events.publish({ type: "items", workspaceId, itemIds: null });
  };
  const standing = () => ({ doneCount: runner?.done ?? 0, skipped: runner?.skipped ?? [], skippedCount: runner?.skippedCount ?? 0 });
  const finish = (status: "ready" | "failed", more: { name: string; reason: string }[] = []): Promise<void> =>
    db.transaction(async (tx) => {
      const { skipped, skippedCount, doneCount } = standing();
      const change = {
        status,
        doneCount,
        skipped: [...more, ...skipped].slice(0, SKIPPED_NAMED),
        skippedCount: skippedCount + more.length,
      };
      const isOurs = await repo.updateRunning(tx, importId, { ...change, blobId: null, finishedAt: clock.now() });
      if (isOurs) await deps.media.releaseBlob(tx, blobId);
    });
  try {
    const tick = createTicker(async () => {
      if (!(await repo.updateRunning(db, importId, standing()))) throw new Stopped();
      tell();
    });
    runner = await begin(ports, deps, importId, claimed, tick, signal);
    await repo.updateRunning(db, importId, { itemCount: await runner.survey() });
    await runner.makeFolders();
    await runner.readFiles();
    await finish("ready");
    return "done";
  } catch (error) {
    if (error instanceof Stopped) return { skipped: "it was deleted meanwhile" };
    const reason = reasonOf(error);
    // The process stops, or the store or the database does not answer: it is tried again, and goes on where it was.
    if (signal.aborted || reason === null) throw error;
    log.warn({ err: error, importId }, "an archive could not be imported");
    await finish("failed", [{ name: "", reason }]);
    return "done";
  } finally {
    runner?.close();
    tell();
  }
}

/** Why the whole import ends here; null when it is worth another try. */
function reasonOf(error: unknown): string | null {
  if (error instanceof BadZip || error instanceof AppError) return error.message;
  if (error instanceof StorageError && error.code === "no-space") return new AppError("storage-full").message;
  if (error instanceof StorageError && error.code === "not-found") return "The archive is gone.";
  return null;
}

/** Looks at things as they stand now: rights and folders may have changed since the upload began. */
async function begin(
  ports: Ports,
  deps: ImportJobDeps,
  id: string,
  { userId, workspaceId, folderId, blobId }: repo.ClaimedImport,
  tick: (done: number) => Promise<void>,
  signal: AbortSignal,
): Promise<ImportRunner> {
  const { db } = ports;
  const [zip, space] = await Promise.all([repo.findBlob(db, blobId), repo.findSpace(db, workspaceId, userId)]);
  if (!zip) throw new BadZip("The archive is gone.");
  const actor: UserActor = {
    kind: "user",
    id: userId,
    role: "user",
    sessionId: "",
    authenticatedAt: ports.clock.now(),
    personalWorkspaceId: "",
  };
  const allowed = space && canWrite(actor, { workspaceId, role: space.role });
  if (!space || !allowed?.ok) throw new AppError("forbidden");
  const folder = folderId === null ? undefined : await repo.findFolder(db, workspaceId, folderId);
  const base = folder && folderId !== null ? { id: folderId, kind: folder.kind } : null;
  return new ImportRunner(ports, deps, { id, place: { workspaceId, userId, isMixed: space.kind === "team", base }, zip, tick, signal });
}
