import { z } from "zod";
import { AppError } from "../../platform/http/app-error.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { Notified } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { defineJob, type JobOutcome } from "../../platform/ports/jobs.port.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { AllowedTarget, Targets } from "./imports.target.ts";
import * as repo from "./imports.repo.ts";
import { BadZip, Refused, Stopped } from "./imports.errors.ts";
import type { ImportJobDeps } from "./imports.deps.ts";
import { ImportRunner, SKIPPED_NAMED } from "./imports.runner.ts";
import { createTicker } from "./transfers.progress.ts";

/**
 * Imports an uploaded zip into a space, in slices: after some seconds the rest is queued again behind the jobs that wait, so that
 * imports share the worker. Idempotent: existing items are skipped. The numbers are the state at the end of the previous slice.
 */
export const runImport = defineJob({
  name: "transfers.run-import",
  payload: z.object({
    importId: z.uuid(),
    from: z.int().min(0).default(0),
    done: z.int().min(0).default(0),
    skippedNamed: z.int().min(0).default(0),
    skippedCount: z.int().min(0).default(0),
  }),
  attempts: 6,
  // The queue locks a job for at most four hours; a longer import continues in the next attempt.
  timeoutMs: 3.5 * 3_600_000,
});

/** Time after which an import lets other jobs run, in milliseconds. */
const SLICE_MS = 5_000;

/**
 * Runs one slice of {@link runImport}.
 * @param deps.sliceMs minimum time of a slice; tests use shorter ones
 */
export async function handleRunImport(
  ports: Ports,
  deps: ImportJobDeps & { targets: Targets; sliceMs?: number | undefined },
  { importId, ...before }: z.output<typeof runImport.payload>,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { db, clock, log } = ports;
  const slice = createSlice(clock, deps.sliceMs);
  const claimed = await repo.claim(db, importId, before);
  if (!claimed) return { skipped: "it is gone, or finished" };
  const { userId, workspaceId, blobId, fileName } = claimed;
  let runner: ImportRunner | undefined;
  const notify = (): void => {
    deps.events.publish({ type: "transfers", userId });
    deps.events.publish({ type: "folders", workspaceId });
    deps.events.publish({ type: "items", workspaceId, itemIds: null });
  };
  const progress = () => ({ doneCount: runner?.done ?? 0, skipped: runner?.skipped ?? [], skippedCount: runner?.skippedCount ?? 0 });
  const finish = async (status: "ready" | "failed", more: { name: string; reason: string }[] = []): Promise<void> => {
    const notified = await db.transaction(async (tx) => {
      const { skipped, skippedCount, doneCount } = progress();
      const change = {
        status,
        doneCount,
        skipped: [...more, ...skipped].slice(0, SKIPPED_NAMED),
        skippedCount: skippedCount + more.length,
      };
      if (!(await repo.updateRunning(tx, importId, { ...change, blobId: null, finishedAt: clock.now() }))) return [];
      await deps.media.releaseBlob(tx, blobId);
      return reportEnd(deps, tx, importId, { status, userId, fileName });
    });
    deps.notifier.publish(notified);
  };
  try {
    const target = await createImportTarget(ports, deps, claimed);
    const tick = createTicker(async () => {
      if (!(await repo.updateRunning(db, importId, progress()))) throw new Stopped();
      await target.refresh();
      notify();
    });
    runner = await begin(ports, deps, { id: importId, claimed, target, tick, signal, from: before.from, isSliceOver: slice.isOver });
    await repo.updateRunning(db, importId, { itemCount: await runner.survey() });
    if (before.from === 0) await runner.makeFolders();
    slice.begin();
    const next = await runner.readFiles();
    if (next === null) await finish("ready");
    else await queueRest(ports, importId, next, progress());
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

/** Notifies the user of the end of an import, in its transaction. */
const reportEnd = (
  { notifier }: Pick<ImportJobDeps, "notifier">,
  tx: Executor,
  importId: string,
  { status, userId, fileName }: { status: "ready" | "failed"; userId: string; fileName: string },
): Promise<Notified[]> =>
  notifier.add(tx, {
    kind: status === "ready" ? "job-done" : "job-failed",
    subjectId: importId,
    actorId: null,
    details: { job: "import", title: fileName },
    userIds: [userId],
  });

/**
 * Measures a slice, which begins after its preparation. If the preparation takes long, the slice is longer, too: most of the time
 * must be spent on files.
 */
function createSlice(clock: Ports["clock"], fixedMs: number | undefined) {
  const preparedFromMs = clock.now().getTime();
  let endMs = Infinity;
  return {
    begin(): void {
      const nowMs = clock.now().getTime();
      endMs = nowMs + (fixedMs ?? Math.max(SLICE_MS, 4 * (nowMs - preparedFromMs)));
    },
    isOver: (): boolean => clock.now().getTime() >= endMs,
  };
}

/** Queues the next slice of an import. */
async function queueRest(
  { db, jobs }: Pick<Ports, "db" | "jobs">,
  importId: string,
  from: number,
  state: { doneCount: number; skipped: { name: string; reason: string }[]; skippedCount: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await repo.updateRunning(tx, importId, state))) throw new Stopped();
    const { doneCount, skipped, skippedCount } = state;
    await jobs.enqueue(tx, runImport, { importId, from, done: doneCount, skippedNamed: skipped.length, skippedCount });
  });
}

/** Returns why the import fails permanently; null when a retry may succeed. */
function reasonOf(error: unknown): string | null {
  if (error instanceof BadZip || error instanceof AppError || error instanceof Refused) return error.message;
  if (error instanceof StorageError && error.code === "no-space") return new AppError("storage-full").message;
  if (error instanceof StorageError && error.code === "not-found") return "The archive is gone.";
  return null;
}

/** Write permission of the user according to the last check. */
interface ImportTarget {
  now(): AllowedTarget;
  /** @throws Refused when the user may not write there any more, or is suspended */
  refresh(): Promise<void>;
}

/** Checks the user's permission regularly during the import, because permissions and folders may change. */
async function createImportTarget(
  { db, clock }: Pick<Ports, "db" | "clock">,
  { targets, states }: { targets: Targets; states: ImportJobDeps["states"] },
  { userId, workspaceId, folderId }: repo.ClaimedImport,
): Promise<ImportTarget> {
  const person = await repo.findPerson(db, userId);
  if (!person) throw new AppError("forbidden");
  const actor: UserActor = { kind: "user", id: userId, role: "user", sessionId: "", authenticatedAt: clock.now(), ...person };
  const allowed = async (): Promise<AllowedTarget> => {
    if (!(await states.of(userId)).isActive) throw new Refused(new AppError("account-suspended").message);
    return targets.allowed(actor, workspaceId, folderId).catch((error: unknown) => {
      // The space was deleted or is inaccessible: it may not be written.
      throw error instanceof AppError && error.status < 500 ? new Refused(new AppError("forbidden").message, { cause: error }) : error;
    });
  };
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
  target: ImportTarget;
  tick: (done: number) => Promise<void>;
  signal: AbortSignal;
  from: number;
  isSliceOver: () => boolean;
}

/** Starts the import into its target in the current state. */
async function begin(ports: Ports, deps: ImportJobDeps, { id, claimed, target: allowed, from, ...work }: Beginning): Promise<ImportRunner> {
  const zip = await repo.findBlob(ports.db, claimed.blobId);
  if (!zip) throw new BadZip("The archive is gone.");
  const { space, base } = allowed.now();
  const target = {
    workspaceId: space.id,
    userId: claimed.userId,
    isMixed: space.kind === "team",
    base,
    mayWrite: (folderId: string | null) => allowed.now().rights.onFolder(folderId).write,
    refresh: allowed.refresh,
  };
  const { done, skipped, skippedCount } = claimed;
  return new ImportRunner(ports, deps, { ...work, id, target, zip, progress: { from, done, skipped, skippedCount } });
}
