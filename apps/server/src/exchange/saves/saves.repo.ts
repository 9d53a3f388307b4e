import { and, asc, eq, exists, inArray, isNotNull, isNull, lt, not, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { blobs, items, saveFiles, saves, workspaces } from "../../platform/db/schema/index.ts";

export type SaveRow = typeof saves.$inferSelect;
export type SaveFileRow = typeof saveFiles.$inferSelect;
/** Columns of a file that change during its upload. */
export type SaveFileChange = Partial<Omit<SaveFileRow, "id" | "saveId" | "position" | "itemId">>;

const OPEN = ["waiting", "running"] as const;

/** Adds a save with its files. Returns false, and adds nothing, when a save with this id exists. */
export async function insert(
  tx: Executor,
  save: typeof saves.$inferInsert,
  files: readonly (typeof saveFiles.$inferInsert)[],
): Promise<boolean> {
  const added = await tx.insert(saves).values(save).onConflictDoNothing();
  if ((added.rowCount ?? 0) === 0) return false;
  await tx.insert(saveFiles).values([...files]);
  return true;
}

/** Returns a save of a user. */
export async function find(db: Executor, userId: string, id: string): Promise<SaveRow | undefined> {
  const rows = await db
    .select()
    .from(saves)
    .where(and(eq(saves.id, id), eq(saves.userId, userId)));
  return rows[0];
}

/** Returns a save for its job. */
export async function findForJob(db: Executor, id: string): Promise<SaveRow | undefined> {
  return (await db.select().from(saves).where(eq(saves.id, id)))[0];
}

/** Returns the files of a save in their order. */
export const listFiles = (db: Executor, saveId: string): Promise<SaveFileRow[]> =>
  db.select().from(saveFiles).where(eq(saveFiles.saveId, saveId)).orderBy(asc(saveFiles.position));

/** Marks the next file of a running save as running. Undefined when none is left. */
export async function startNextFile(db: Executor, saveId: string): Promise<SaveFileRow | undefined> {
  const next = db
    .select({ id: saveFiles.id })
    .from(saveFiles)
    .innerJoin(saves, and(eq(saves.id, saveFiles.saveId), eq(saves.state, "running")))
    .where(and(eq(saveFiles.saveId, saveId), inArray(saveFiles.state, [...OPEN])))
    .orderBy(asc(saveFiles.position))
    .limit(1);
  const rows = await db.update(saveFiles).set({ state: "running" }).where(inArray(saveFiles.id, next)).returning();
  return rows[0];
}

/** Returns whether a file is running: not cancelled. */
export async function isRunning(db: Executor, fileId: string): Promise<boolean> {
  const rows = await db
    .select({ id: saveFiles.id })
    .from(saveFiles)
    .where(and(eq(saveFiles.id, fileId), eq(saveFiles.state, "running")));
  return rows.length > 0;
}

/** Changes a running file; false when it is not running any more. */
export async function updateRunning(db: Executor, fileId: string, change: SaveFileChange): Promise<boolean> {
  const changed = await db
    .update(saveFiles)
    .set(change)
    .where(and(eq(saveFiles.id, fileId), eq(saveFiles.state, "running")));
  return (changed.rowCount ?? 0) > 0;
}

/** Notes that a file is stored at the service, also when its save was cancelled meanwhile. */
export async function noteStored(db: Executor, fileId: string, change: SaveFileChange): Promise<void> {
  await db
    .update(saveFiles)
    .set({ ...change, state: "done", session: null, blockHashes: null })
    .where(and(eq(saveFiles.id, fileId), inArray(saveFiles.state, ["running", "cancelled"])));
}

/** Marks the files that are not stored yet as failed. */
export async function failOpen(db: Executor, saveId: string, failure: { error: string; code: string }): Promise<void> {
  await db
    .update(saveFiles)
    .set({ ...failure, state: "failed" })
    .where(and(eq(saveFiles.saveId, saveId), inArray(saveFiles.state, [...OPEN])));
}

const filesIn = (db: Executor, states: SaveFileRow["state"][]) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(saveFiles)
      .where(and(eq(saveFiles.saveId, saves.id), inArray(saveFiles.state, states))),
  );

/** Ends a running save whose files have all ended. Returns false when it does not end now. */
export async function finish(db: Executor, saveId: string, now: Date): Promise<boolean> {
  const ended = await db
    .update(saves)
    .set({ state: sql`case when ${filesIn(db, ["failed", "cancelled"])} then 'failed' else 'done' end`, finishedAt: now })
    .where(and(eq(saves.id, saveId), eq(saves.state, "running"), not(filesIn(db, [...OPEN]))));
  return (ended.rowCount ?? 0) > 0;
}

/** Notes that the user knows how a save ended. Returns the save when nothing had noted it before, otherwise undefined. */
export async function noteSeen(db: Executor, saveId: string, now: Date): Promise<SaveRow | undefined> {
  const noted = await db
    .update(saves)
    .set({ seenAt: now })
    .where(and(eq(saves.id, saveId), inArray(saves.state, ["done", "failed"]), isNull(saves.seenAt)))
    .returning();
  return noted[0];
}

/** Cancels a running save of a user. */
export async function cancel(tx: Executor, userId: string, id: string, now: Date): Promise<boolean> {
  const changed = await tx
    .update(saves)
    .set({ state: "cancelled", finishedAt: now })
    .where(and(eq(saves.id, id), eq(saves.userId, userId), eq(saves.state, "running")));
  if ((changed.rowCount ?? 0) === 0) return false;
  await tx
    .update(saveFiles)
    .set({ state: "cancelled" })
    .where(and(eq(saveFiles.saveId, id), inArray(saveFiles.state, [...OPEN])));
  return true;
}

/** Starts the files of an ended save again that are not stored. Returns false when there are none. */
export async function restart(tx: Executor, userId: string, id: string): Promise<boolean> {
  const changed = await tx
    .update(saves)
    .set({ state: "running", finishedAt: null, seenAt: null, targetId: null })
    .where(and(eq(saves.id, id), eq(saves.userId, userId), inArray(saves.state, ["failed", "cancelled"])));
  if ((changed.rowCount ?? 0) === 0) return false;
  await tx
    .update(saveFiles)
    .set({ state: "waiting", error: null, code: null })
    .where(and(eq(saveFiles.saveId, id), inArray(saveFiles.state, ["failed", "cancelled"])));
  return true;
}

export async function update(db: Executor, saveId: string, change: Partial<SaveRow>): Promise<void> {
  await db.update(saves).set(change).where(eq(saves.id, saveId));
}

/** Returns the upload sessions of files that were cancelled. */
export const listCancelledSessions = (db: Executor, saveId: string): Promise<SaveFileRow[]> =>
  db
    .select()
    .from(saveFiles)
    .where(and(eq(saveFiles.saveId, saveId), eq(saveFiles.state, "cancelled"), isNotNull(saveFiles.session)));

/** Forgets the upload sessions of cancelled files. */
export async function forgetCancelledSessions(db: Executor, saveId: string): Promise<void> {
  await db
    .update(saveFiles)
    .set({ session: null, offsetBytes: 0 })
    .where(and(eq(saveFiles.saveId, saveId), eq(saveFiles.state, "cancelled")));
}

/** Returns saves that are still running although they began before a time. */
export async function listStale(db: Executor, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: saves.id })
    .from(saves)
    .where(and(lt(saves.createdAt, before), eq(saves.state, "running")))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Deletes ended saves that began before a time. Returns their number. */
export async function deleteEnded(db: Executor, before: Date, limit: number): Promise<number> {
  const due = db
    .select({ id: saves.id })
    .from(saves)
    .where(and(lt(saves.createdAt, before), not(eq(saves.state, "running"))))
    .limit(limit);
  return (await db.delete(saves).where(inArray(saves.id, due))).rowCount ?? 0;
}

/** Returns the personal space of a user; undefined when the account is gone. */
export async function findPersonalSpace(db: Executor, userId: string): Promise<string | undefined> {
  const rows = await db.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.personalOwnerId, userId));
  return rows[0]?.id;
}

/** Returns the SHA-256 of stored bytes in hex; null when the object has no row. */
export async function findSha256(db: Executor, storageKey: string): Promise<string | null> {
  const rows = await db.select({ sha256: blobs.sha256 }).from(blobs).where(eq(blobs.storageKey, storageKey));
  return rows[0]?.sha256.toString("hex") ?? null;
}

/** Returns whether an item is not purged. */
export async function itemExists(db: Executor, itemId: string): Promise<boolean> {
  return (await db.select({ id: items.id }).from(items).where(eq(items.id, itemId))).length > 0;
}

/** Lets one save at a time create a folder of a connected account, in all processes, until the transaction ends. */
export async function lockFolder(tx: Executor, { userId, provider }: SaveRow, parentId: string | null, name: string): Promise<void> {
  const key = JSON.stringify(["save-folder", userId, provider, parentId, name.toLowerCase()]);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}
