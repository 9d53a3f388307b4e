import type { FolderKind } from "@stillreel/contract";
import { and, desc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/db/batches.ts";
import type { Executor } from "../../platform/db/client.ts";
import { blobs, folders, imports, items, workspaces } from "../../platform/db/schema/index.ts";

export type ImportRow = typeof imports.$inferSelect;

export async function insert(tx: Executor, row: typeof imports.$inferInsert): Promise<void> {
  await tx.insert(imports).values(row);
}

export async function find(db: Executor, userId: string, id: string): Promise<ImportRow | undefined> {
  const rows = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.userId, userId)));
  return rows[0];
}

/** Returns a page, newest first. */
export async function list(db: Executor, userId: string, after: { at: Date; id: string } | null, limit: number): Promise<ImportRow[]> {
  const beyond = after && sql`(${imports.createdAt}, ${imports.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return db
    .select()
    .from(imports)
    .where(and(eq(imports.userId, userId), ...(beyond ? [beyond] : [])))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(limit);
}

/** Stores the zip of a waiting import. Returns false when there is none. */
export async function setZip(tx: Executor, id: string, blobId: string): Promise<boolean> {
  const changed = await tx
    .update(imports)
    .set({ status: "waiting", blobId })
    .where(and(eq(imports.id, id), eq(imports.status, "uploading")));
  return (changed.rowCount ?? 0) > 0;
}

/** Deletes an import whose zip has not arrived. */
export async function dropUploading(tx: Executor, id: string): Promise<void> {
  await tx.delete(imports).where(and(eq(imports.id, id), eq(imports.status, "uploading")));
}

/** Data of an import for its job. */
export interface ClaimedImport {
  userId: string;
  fileName: string;
  workspaceId: string;
  folderId: string | null;
  blobId: string;
  done: number;
  skipped: { name: string; reason: string }[];
  skippedCount: number;
}

/** State at the end of the previous slice of an import, as in the payload of its job. */
export interface SliceState {
  done: number;
  skippedNamed: number;
  skippedCount: number;
}

/** Marks an import as running, in the state at the end of its previous slice. Null when it is deleted or finished. */
export async function claim(db: Executor, id: string, before: SliceState): Promise<ClaimedImport | null> {
  const { done, skippedNamed, skippedCount } = before;
  const rows = await db
    .update(imports)
    .set({
      status: "running",
      doneCount: done,
      skippedCount,
    })
    .where(and(eq(imports.id, id), inArray(imports.status, ["waiting", "running"])))
    .returning({
      userId: imports.userId,
      fileName: imports.fileName,
      workspaceId: imports.workspaceId,
      folderId: imports.folderId,
      blobId: imports.blobId,
      skipped: imports.skipped,
    });
  const row = rows[0];
  // A slice that is repeated after a crash may have added files to the list.
  return row && row.blobId !== null
    ? { ...row, blobId: row.blobId, done, skippedCount, skipped: row.skipped.slice(0, skippedNamed) }
    : null;
}

/** Changes a running import; false when it is not running any more. */
export async function updateRunning(db: Executor, id: string, change: Partial<typeof imports.$inferInsert>): Promise<boolean> {
  const changed = await db
    .update(imports)
    .set(change)
    .where(and(eq(imports.id, id), eq(imports.status, "running")));
  return (changed.rowCount ?? 0) > 0;
}

export async function findBlob(db: Executor, id: string): Promise<{ storageKey: string; sizeBytes: number } | undefined> {
  const rows = await db.select({ storageKey: blobs.storageKey, sizeBytes: blobs.sizeBytes }).from(blobs).where(eq(blobs.id, id));
  return rows[0];
}

/** Returns the owner of an import for permission checks; undefined when the account is deleted. */
export async function findPerson(db: Executor, userId: string): Promise<{ personalWorkspaceId: string } | undefined> {
  const rows = await db.select({ personalWorkspaceId: workspaces.id }).from(workspaces).where(eq(workspaces.personalOwnerId, userId));
  return rows[0];
}

/** Returns the target of a user's import. */
export async function findTarget(
  db: Executor,
  userId: string,
  importId: string,
): Promise<{ workspaceId: string; folderId: string | null } | undefined> {
  const rows = await db
    .select({ workspaceId: imports.workspaceId, folderId: imports.folderId })
    .from(imports)
    .where(and(eq(imports.id, importId), eq(imports.userId, userId)));
  return rows[0];
}

/** Returns a folder of the space. */
export async function findFolder(db: Executor, workspaceId: string, folderId: string): Promise<{ kind: FolderKind } | undefined> {
  const rows = await db
    .select({ kind: folders.kind })
    .from(folders)
    .where(and(eq(folders.id, folderId), eq(folders.workspaceId, workspaceId)));
  return rows[0];
}

/** Returns the names that an earlier run has imported. */
export async function filedNames(db: Executor, workspaceId: string, refNames: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ refName: items.refName })
    .from(items)
    .where(and(eq(items.workspaceId, workspaceId), inArray(items.refName, [...refNames])));
  return new Set(rows.map((row) => row.refName));
}

/** Marks abandoned imports as failed. Returns their zips; at most `limit`. */
export async function failStale(tx: Executor, before: Date, now: Date, limit: number): Promise<string[]> {
  const stale = await tx
    .select({ id: imports.id, blobId: imports.blobId })
    .from(imports)
    .where(and(inArray(imports.status, ["waiting", "running"]), lt(imports.createdAt, before)))
    .limit(limit)
    .for("update");
  if (stale.length === 0) return [];
  await tx
    .update(imports)
    .set({ status: "failed", finishedAt: now, blobId: null })
    .where(
      inArray(
        imports.id,
        stale.map(({ id }) => id),
      ),
    );
  return stale.flatMap(({ blobId }) => blobId ?? []);
}

/** Deletes old imports. Returns their number. */
export const deleteOld = (db: Executor, before: Date, signal: AbortSignal): Promise<number> =>
  deleteInBatches(db, imports, and(ne(imports.status, "running"), ne(imports.status, "waiting"), lt(imports.createdAt, before)), signal);
