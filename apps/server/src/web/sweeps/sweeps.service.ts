import type { Sweeper } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { deleteBytes } from "../../media/media/index.ts";
import * as repo from "./sweeps.repo.ts";

const BATCH = 500;
const TOKENS_KEPT_MS = 30 * 24 * 3600 * 1000;
/** Minimum age of deleted objects, because active uploads write their own objects. */
export const SWEEP_AGE_MS = 24 * 3600 * 1000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Creates the sweepers of database and store. `ageMs`: minimum age of deleted objects. */
export function createSweepers({ db, storage, jobs, clock, log }: Ports, ageMs = SWEEP_AGE_MS): Sweeper[] {
  const before = (): Date => new Date(clock.now().getTime() - ageMs);

  /** Deletes objects without a row, left by a crash between write and transaction. */
  async function orphans(signal: AbortSignal): Promise<number> {
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
      if (object.modifiedAt < before()) batch.push(object.key);
      if (batch.length >= BATCH) await flush();
    }
    await flush();
    return removed;
  }

  /** Reports rows whose object is missing; the data cannot be restored. */
  async function lost(signal: AbortSignal): Promise<number> {
    let missing = 0;
    let after = FIRST_ID;
    for (;;) {
      const page = await repo.blobsAfter(db, after, before(), BATCH);
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
  async function unneeded(signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    // At most one batch per night and kind: rows are deleted with their jobs, and the next night continues.
    return db.transaction(async (tx) => {
      const ids = await repo.unneededBlobs(tx, before(), BATCH);
      for (const blobId of ids) await jobs.enqueue(tx, deleteBytes, { blobId }, { key: `delete-bytes-${blobId}` });
      return ids.length;
    });
  }

  return [
    { name: "objects without a row", run: orphans },
    { name: "rows without an object", run: lost },
    { name: "blobs that nothing points to", run: unneeded },
    { name: "unfinished writes", run: () => storage.sweepUnfinished(ageMs) },
    { name: "expired rows", run: () => repo.deleteExpired(db, clock.now(), new Date(clock.now().getTime() - TOKENS_KEPT_MS)) },
  ];
}
