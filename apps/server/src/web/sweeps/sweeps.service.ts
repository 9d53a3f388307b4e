import type { Sweeper } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { deleteBytes } from "../../media/media/index.ts";
import * as repo from "./sweeps.repo.ts";

const BATCH = 500;
const TOKENS_RETENTION_MS = 30 * 24 * 3600 * 1000;
/** Minimum age of deleted objects, because active uploads write their own objects. */
export const SWEEP_AGE_MS = 24 * 3600 * 1000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** The ports and services that the functions of this file use. */
interface Context extends Pick<Ports, "clock" | "db" | "storage" | "log" | "jobs"> {
  ageMs: number;
}

const before = ({ clock, ageMs }: Context): Date => new Date(clock.now().getTime() - ageMs);

/** Deletes objects without a row, left by a crash between write and transaction. */
async function orphans(context: Context, signal: AbortSignal): Promise<number> {
  const { db, storage } = context;
  let removed = 0;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    const known = batch.length > 0 ? await repo.knownKeys(db, batch) : new Set<string>();
    for (const key of batch) {
      if (known.has(key)) continue;
      await storage.delete(key);
      removed += 1;
    }
    batch = [];
  };
  for await (const object of storage.list("b/")) {
    signal.throwIfAborted();
    if (object.modifiedAt < before(context)) batch.push(object.key);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return removed;
}

/** Reports rows whose object is missing; the data cannot be restored. */
async function lost(context: Context, signal: AbortSignal): Promise<number> {
  const { db, storage, log } = context;
  let missing = 0;
  let after = FIRST_ID;
  for (;;) {
    const page = await repo.blobsAfter(db, after, before(context), BATCH);
    for (const blob of page) {
      signal.throwIfAborted();
      const there = await storage.stat(blob.storageKey).then(
        () => true,
        (error: unknown) => {
          if (error instanceof StorageError && error.code === "not-found") return false;
          throw error;
        },
      );
      if (there) continue;
      missing += 1;
      log.error({ blobId: blob.id, storageKey: blob.storageKey }, "a blob's bytes are missing from the store");
    }
    const last = page.at(-1);
    if (!last || page.length < BATCH) return missing;
    after = last.id;
  }
}

/** Deletes unreferenced blobs, regardless of their reference count. */
async function unneeded(context: Context, signal: AbortSignal): Promise<number> {
  const { db, jobs } = context;
  signal.throwIfAborted();
  // At most one batch per night and kind: rows are deleted with their jobs, and the next night continues.
  return db.transaction(async (tx) => {
    const ids = await repo.unneededBlobs(tx, before(context), BATCH);
    for (const blobId of ids) await jobs.enqueue(tx, deleteBytes, { blobId }, { key: `delete-bytes-${blobId}` });
    return ids.length;
  });
}

/** Creates the sweepers of database and store. `ageMs`: minimum age of deleted objects. */
export function createSweepers({ db, storage, jobs, clock, log }: Ports, ageMs = SWEEP_AGE_MS): Sweeper[] {
  const context: Context = { clock, ageMs, db, storage, log, jobs };
  return [
    { name: "objects without a row", run: orphans.bind(null, context) },
    { name: "rows without an object", run: lost.bind(null, context) },
    { name: "blobs that nothing points to", run: unneeded.bind(null, context) },
    { name: "unfinished writes", run: () => storage.sweepUnfinished(ageMs) },
    { name: "expired rows", run: () => repo.deleteExpired(db, clock.now(), new Date(clock.now().getTime() - TOKENS_RETENTION_MS)) },
  ];
}
