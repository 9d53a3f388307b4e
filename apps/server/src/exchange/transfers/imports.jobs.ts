import { z } from "zod";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { defineJob, type JobOutcome } from "../../platform/ports/jobs.port.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { AllowedTarget, Targets } from "./imports.target.ts";
import * as repo from "./imports.repo.ts";
import { BadZip, Refused, Stopped } from "./imports.errors.ts";
import { ImportRunner, SKIPPED_NAMED, type ImportJobDeps } from "./imports.runner.ts";
import { createTicker } from "./transfers.progress.ts";

/** Imports an uploaded zip into a space. Idempotent: existing items are skipped. */
export const runImport = defineJob({
  name: "transfers.run-import",
  payload: z.object({ importId: z.uuid() }),
  attempts: 6,
  // The queue locks a job for at most four hours; a longer import continues in the next attempt.
  timeoutMs: 3.5 * 3_600_000,
});

/** Runs {@link runImport}. */
export async function handleRunImport(
  ports: Ports,
  deps: ImportJobDeps & { targets: Targets },
  { importId }: { importId: string },
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { db, clock, log } = ports;
  const claimed = await repo.claim(db, importId);
  if (!claimed) return { skipped: "it is gone, or finished" };
  const { userId, workspaceId, blobId } = claimed;
  let runner: ImportRunner | undefined;
  const notify = (): void => {
    deps.events.publish({ type: "transfers", userId });
    deps.events.publish({ type: "folders", workspaceId });
    deps.events.publish({ type: "items", workspaceId, itemIds: null });
  };
  const progress = () => ({ doneCount: runner?.done ?? 0, skipped: runner?.skipped ?? [], skippedCount: runner?.skippedCount ?? 0 });
  const finish = (status: "ready" | "failed", more: { name: string; reason: string }[] = []): Promise<void> =>
    db.transaction(async (tx) => {
      const { skipped, skippedCount, doneCount } = progress();
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
    const standpoint = await createStandpoint(ports, deps.targets, claimed);
    const tick = createTicker(async () => {
      if (!(await repo.updateRunning(db, importId, progress()))) throw new Stopped();
      await standpoint.refresh();
      notify();
    });
    runner = await begin(ports, deps, { id: importId, claimed, standpoint, tick, signal });
    await repo.updateRunning(db, importId, { itemCount: await runner.survey() });
    await runner.makeFolders();
    await runner.readFiles();
    await finish("ready");
    return "done";
  } catch (error) {
    if (error instanceof Stopped && !(error instanceof Refused)) return { skipped: "it was deleted meanwhile" };
    const reason = reasonOf(error);
    // Shutdown, or an unavailable store or database: the import is retried and continues.
    if (signal.aborted || reason === null) throw error;
    log.warn({ err: error, importId }, "an archive could not be imported");
    await finish("failed", [{ name: "", reason }]);
    return "done";
  } finally {
    runner?.close();
    notify();
  }
}

/** Returns why the import fails permanently; null when a retry may succeed. */
function reasonOf(error: unknown): string | null {
  if (error instanceof BadZip || error instanceof AppError || error instanceof Refused) return error.message;
  if (error instanceof StorageError && error.code === "no-space") return new AppError("storage-full").message;
  if (error instanceof StorageError && error.code === "not-found") return "The archive is gone.";
  return null;
}

/** Write permission of the user according to the last check. */
interface Standpoint {
  now(): AllowedTarget;
  /** @throws Refused when the user may not write there any more */
  refresh(): Promise<void>;
}

/** Checks the user's permission regularly during the import, because permissions and folders may change. */
async function createStandpoint(
  { db, clock }: Pick<Ports, "db" | "clock">,
  targets: Targets,
  { userId, workspaceId, folderId }: repo.ClaimedImport,
): Promise<Standpoint> {
  const person = await repo.findPerson(db, userId);
  if (!person) throw new AppError("forbidden");
  const actor: UserActor = { kind: "user", id: userId, role: "user", sessionId: "", authenticatedAt: clock.now(), ...person };
  const allowed = (): Promise<AllowedTarget> =>
    targets.allowed(actor, workspaceId, folderId).catch((error: unknown) => {
      // The space was deleted or is inaccessible: it may not be written.
      throw error instanceof AppError && error.status < 500 ? new Refused(new AppError("forbidden").message, { cause: error }) : error;
    });
  let known = await allowed();
  return {
    now: () => known,
    async refresh() {
      known = await allowed();
    },
  };
}

interface Beginning {
  id: string;
  claimed: repo.ClaimedImport;
  standpoint: Standpoint;
  tick: (done: number) => Promise<void>;
  signal: AbortSignal;
}

/** Starts the import into its target in the current state. */
async function begin(ports: Ports, deps: ImportJobDeps, { id, claimed, standpoint, tick, signal }: Beginning): Promise<ImportRunner> {
  const zip = await repo.findBlob(ports.db, claimed.blobId);
  if (!zip) throw new BadZip("The archive is gone.");
  const { space, base } = standpoint.now();
  const target = {
    workspaceId: space.id,
    userId: claimed.userId,
    isMixed: space.kind === "team",
    base,
    mayWrite: (folderId: string | null) => standpoint.now().rights.onFolder(folderId).write,
    refresh: standpoint.refresh,
  };
  return new ImportRunner(ports, deps, { id, target, zip, tick, signal });
}
