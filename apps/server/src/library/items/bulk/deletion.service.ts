import { BACKUP_DELAY_MS, isBackupRunning } from "../../../platform/db/backup-lock.ts";
import type { Executor } from "../../../platform/db/client.ts";
import type { Ports } from "../../../platform/ports/index.ts";
import * as repo from "../queries/deletion.repo.ts";
import { deleteUnreferenced } from "../items.jobs.ts";

/** Number of items per transaction of the nightly purge. */
const DUE_PAGE = 500;
/** Number of blobs per transaction, and number of objects that are removed concurrently. */
const BLOB_PAGE = 200;
const OBJECTS_AT_ONCE = 8;
/** Time after which another job continues a removal, in milliseconds. */
const SLICE_MS = 10_000;
/** One job continues all removals, after the jobs of users. */
const CONTINUED = { key: "delete-unreferenced-continued", priority: 10 };
/** One job removes what a running backup may still need. */
const POSTPONED = { key: "delete-unreferenced-postponed", priority: 10 };
const DAY_MS = 86_400_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Removes the objects of a page of blobs, then the rows whose objects were removed. Removes nothing while a backup runs. */
async function removePage(
  storage: Ports["storage"],
  tx: Executor,
  afterId: string,
): Promise<{ last: string | undefined; failures: unknown[]; isPostponed: boolean }> {
  const page = await repo.lockUnreferenced(tx, afterId, BLOB_PAGE);
  if (page.length > 0 && (await isBackupRunning(tx))) return { last: undefined, failures: [], isPostponed: true };
  const gone: string[] = [];
  const failures: unknown[] = [];
  const waiting = [...page];
  const work = async (): Promise<void> => {
    for (let blob = waiting.pop(); blob; blob = waiting.pop()) {
      try {
        await storage.delete(blob.storageKey);
        gone.push(blob.id);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: OBJECTS_AT_ONCE }, work));
  if (gone.length > 0) await repo.deleteBlobs(tx, gone);
  return { last: page.length === BLOB_PAGE ? page.at(-1)?.id : undefined, failures, isPostponed: false };
}

/** Creates the service for permanent deletion: rows in the transaction, bytes in a job after it. */
export function createDeletion(ports: Ports) {
  const { db, storage, jobs, clock, log } = ports;

  /** Deletes items with their links, renditions and references. One job removes all unreferenced bytes. */
  async function deleteMany(
    tx: Executor,
    itemIds: readonly string[],
    options: { trashedOnly: boolean } = { trashedOnly: false },
  ): Promise<{ deleted: string[] }> {
    if (itemIds.length === 0) return { deleted: [] };
    const { deleted, unreferenced } = await repo.deleteItems(tx, { itemIds, ...options, at: clock.now() });
    if (unreferenced) await jobs.enqueue(tx, deleteUnreferenced, {});
    return { deleted };
  }

  /** Deletes items whose retention in the trash has ended, page by page. Returns their number. */
  async function purgeTrash(signal: AbortSignal): Promise<number> {
    const before = new Date(clock.now().getTime() - ports.settings.current().trashDays * DAY_MS);
    for (let purged = 0; ;) {
      signal.throwIfAborted();
      const page = await db.transaction(async (tx) => {
        const due = await repo.listDue(tx, before, DUE_PAGE);
        const { deleted } = await deleteMany(tx, due, { trashedOnly: true });
        return { due: due.length, deleted: deleted.length };
      });
      purged += page.deleted;
      if (page.due < DUE_PAGE) return purged;
    }
  }

  /**
   * Removes the bytes of unreferenced blobs until none is left or the time limit is exceeded. Then another job continues, so that a large
   * deletion never occupies a worker for long. A failed removal does not stop the others, and the job is retried for it.
   */
  async function removeUnreferenced(signal: AbortSignal, limitMs = SLICE_MS): Promise<void> {
    const failures: unknown[] = [];
    const endsAt = performance.now() + limitMs;
    let after: string | undefined = FIRST_ID;
    do {
      signal.throwIfAborted();
      const from: string = after;
      const page = await db.transaction((tx) => removePage(storage, tx, from));
      failures.push(...page.failures);
      if (page.isPostponed) {
        const runAt = new Date(clock.now().getTime() + BACKUP_DELAY_MS);
        await jobs.enqueue(db, deleteUnreferenced, {}, { ...POSTPONED, runAt });
      }
      after = page.last;
    } while (after !== undefined && performance.now() < endsAt);
    if (failures.length > 0) {
      log.warn({ count: failures.length }, "some objects could not be removed");
      throw new AggregateError(failures, "Some objects could not be removed.");
    }
    if (after !== undefined) await jobs.enqueue(db, deleteUnreferenced, {}, CONTINUED);
  }

  return { deleteMany, purgeTrash, removeUnreferenced };
}

export type Deletion = ReturnType<typeof createDeletion>;
