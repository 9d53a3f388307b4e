import type { Sweeper, SweptPage } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { deleteBytes, isOwnStore } from "../../media/media/index.ts";
import * as repo from "./sweeps.repo.ts";

/** Objects or rows per page. A page of an S3 list has 1,000 objects. */
const PAGE = 1_000;
/** Requests that one page sends to the store concurrently. */
const REQUESTS_AT_ONCE = 32;
const TOKENS_RETENTION_MS = 30 * 24 * 3600 * 1000;
/** Minimum age of deleted objects, because active uploads write their own objects. */
export const SWEEP_AGE_MS = 24 * 3600 * 1000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** The ports and services that the functions of this file use. */
interface Context extends Pick<Ports, "clock" | "db" | "storage" | "log" | "jobs"> {
  ageMs: number;
}

const before = ({ clock, ageMs }: Context): Date => new Date(clock.now().getTime() - ageMs);

/** Calls `work` for each entry, at most `REQUESTS_AT_ONCE` concurrently. Rejects with the first error. */
async function forEachAtOnce<T>(entries: readonly T[], signal: AbortSignal, work: (entry: T) => Promise<void>): Promise<void> {
  const waiting = entries.values();
  const takeAll = async (): Promise<void> => {
    for (const entry of waiting) {
      signal.throwIfAborted();
      await work(entry);
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, takeAll));
}

/** Deletes an object. One that the server cannot have written is reported instead, so that it does not stop the sweep. */
async function deleteOrphan({ storage, log }: Context, key: string): Promise<void> {
  try {
    await storage.delete(key);
  } catch (error) {
    if (!(error instanceof StorageError && error.code === "bad-key")) throw error;
    log.warn({ storageKey: key }, "an unknown object is in the store");
  }
}

/** Returns whether objects without a row may be deleted. In the store of another installation they have a row in its database. */
async function mayDelete({ db, storage, log }: Context): Promise<boolean> {
  const isOwn = await isOwnStore({ db, storage });
  if (!isOwn) log.error("the store has the files of another installation: nothing is deleted from it");
  return isOwn;
}

/** Deletes unfinished writes, except those of uploads that go on. */
async function deleteUnfinished(context: Context): Promise<number> {
  const { db, storage, ageMs } = context;
  if (!(await mayDelete(context))) return 0;
  return storage.sweepUnfinished(ageMs, async (key) => (await repo.knownKeys(db, [key])).has(key));
}

/** Deletes a page of objects without a row, left by a crash between write and transaction. */
async function deleteOrphans(context: Context, signal: AbortSignal, cursor: string | null): Promise<SweptPage> {
  const { db, storage } = context;
  if (!(await mayDelete(context))) return { count: 0, next: null };
  const old: string[] = [];
  let last: string | null = null;
  let listed = 0;
  for await (const { key, modifiedAt } of storage.list("b/", cursor ?? undefined)) {
    signal.throwIfAborted();
    if (modifiedAt < before(context)) old.push(key);
    last = key;
    listed += 1;
    if (listed === PAGE) break;
  }
  const known = await repo.knownKeys(db, old);
  const orphans = old.filter((key) => !known.has(key));
  await forEachAtOnce(orphans, signal, (key) => deleteOrphan(context, key));
  return { count: orphans.length, next: listed === PAGE ? last : null };
}

async function isStored({ storage }: Context, key: string): Promise<boolean> {
  try {
    await storage.stat(key);
    return true;
  } catch (error) {
    if (error instanceof StorageError && error.code === "not-found") return false;
    throw error;
  }
}

/** Reports a page of rows whose object is missing; the data cannot be restored. */
async function reportMissing(context: Context, signal: AbortSignal, cursor: string | null): Promise<SweptPage> {
  const { db, log } = context;
  const page = await repo.blobsAfter(db, cursor ?? FIRST_ID, PAGE);
  const old = page.filter(({ createdAt }) => createdAt < before(context));
  let count = 0;
  await forEachAtOnce(old, signal, async ({ id, storageKey }) => {
    if (await isStored(context, storageKey)) return;
    count += 1;
    log.error({ blobId: id, storageKey }, "a blob's bytes are missing from the store");
  });
  return { count, next: page.length === PAGE ? (page.at(-1)?.id ?? null) : null };
}

/** Deletes the unreferenced blobs of a page, regardless of their reference count. */
async function deleteUnneeded(context: Context, _signal: AbortSignal, cursor: string | null): Promise<SweptPage> {
  const { db, jobs } = context;
  const page = await repo.blobsAfter(db, cursor ?? FIRST_ID, PAGE);
  const old = page.filter(({ createdAt }) => createdAt < before(context)).map(({ id }) => id);
  const count = await db.transaction(async (tx) => {
    const ids = await repo.unneededBlobs(tx, old);
    for (const blobId of ids) await jobs.enqueue(tx, deleteBytes, { blobId }, { key: `delete-bytes-${blobId}` });
    return ids.length;
  });
  return { count, next: page.length === PAGE ? (page.at(-1)?.id ?? null) : null };
}

/** Creates the sweepers of database and store. `ageMs`: minimum age of deleted objects. */
export function createSweepers({ db, storage, jobs, clock, log }: Ports, ageMs = SWEEP_AGE_MS): Sweeper[] {
  const context: Context = { clock, ageMs, db, storage, log, jobs };
  const tokensBefore = (): Date => new Date(clock.now().getTime() - TOKENS_RETENTION_MS);
  return [
    { name: "delete-expired-rows", run: (signal) => repo.deleteExpired(db, clock.now(), tokensBefore(), signal) },
    { name: "delete-unfinished-writes", run: deleteUnfinished.bind(null, context) },
    { name: "delete-unneeded-blobs", isLarge: true, run: deleteUnneeded.bind(null, context) },
    { name: "delete-orphaned-objects", isLarge: true, run: deleteOrphans.bind(null, context) },
    { name: "report-missing-objects", isLarge: true, run: reportMissing.bind(null, context) },
  ];
}
