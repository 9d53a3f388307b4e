import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import {
  blobs,
  editFiles,
  items,
  type RenditionFacts,
  renditions,
  VERSION_FILE_KINDS,
  videoVersions,
} from "../../platform/db/schema/index.ts";
import { COLUMN_OF, type Made, type StoredBlob } from "../../media/media/index.ts";

/** Columns of an item that its version determines. */
export type ItemChange = Partial<typeof items.$inferInsert>;
export type Version = typeof videoVersions.$inferSelect;
export type VersionFileKind = (typeof VERSION_FILE_KINDS)[number];

/** A file of a version with its object. */
export interface VersionFile {
  kind: VersionFileKind;
  blob: { id: string; storageKey: string; sha256: string; sizeBytes: number; mimeType: string };
  width: number | null;
  height: number | null;
  facts: RenditionFacts | null;
}

const BLOB = {
  id: blobs.id,
  storageKey: blobs.storageKey,
  sha256: sql<string>`encode(${blobs.sha256}, 'hex')`,
  sizeBytes: blobs.sizeBytes,
  mimeType: blobs.mimeType,
};

/** Returns the files of the shown version that it retains when another one replaces it: the video first. Empty when the item has no file. */
export async function listShownFiles(db: Executor, itemId: string): Promise<VersionFile[]> {
  const [source] = await db
    .select({ width: items.width, height: items.height, blob: BLOB })
    .from(items)
    .innerJoin(blobs, eq(blobs.id, items.blobId))
    .where(eq(items.id, itemId));
  if (!source) return [];
  const kinds = VERSION_FILE_KINDS.filter((kind) => kind !== "source");
  const derived = await db
    .select({ kind: renditions.kind, width: renditions.width, height: renditions.height, facts: renditions.facts, blob: BLOB })
    .from(renditions)
    .innerJoin(blobs, eq(blobs.id, renditions.blobId))
    .where(and(eq(renditions.itemId, itemId), inArray(renditions.kind, kinds)));
  return [{ kind: "source", facts: null, ...source }, ...(derived as VersionFile[])];
}

export async function insertFiles(tx: Executor, rows: readonly (typeof editFiles.$inferInsert)[]): Promise<void> {
  await tx.insert(editFiles).values([...rows]);
}

/** Returns an item, locked until the transaction ends. */
export async function lockItem(tx: Executor, itemId: string): Promise<typeof items.$inferSelect | undefined> {
  const [row] = await tx.select().from(items).where(eq(items.id, itemId)).for("no key update");
  return row;
}

export async function findVersion(db: Executor, itemId: string, versionId: string): Promise<Version | undefined> {
  const [row] = await db
    .select()
    .from(videoVersions)
    .where(and(eq(videoVersions.itemId, itemId), eq(videoVersions.id, versionId)));
  return row;
}

/** Returns the versions of an item that a change concerns: the shown one and the original. */
export async function findMain(db: Executor, itemId: string): Promise<{ shown: Version | undefined; original: Version | undefined }> {
  const rows = await db.select().from(videoVersions).where(eq(videoVersions.itemId, itemId));
  return { shown: rows.find(({ isShown }) => isShown), original: rows.find(({ kind }) => kind === "original") };
}

export async function insertVersion(tx: Executor, row: typeof videoVersions.$inferInsert): Promise<void> {
  await tx.insert(videoVersions).values(row);
}

export async function updateVersion(tx: Executor, id: string, change: Partial<typeof videoVersions.$inferInsert>): Promise<void> {
  await tx.update(videoVersions).set(change).where(eq(videoVersions.id, id));
}

/** Removes the files of a version from its keeping and returns them, with their references. */
export async function takeFiles(tx: Executor, versionId: string): Promise<VersionFile[]> {
  const rows = await tx
    .select({ kind: editFiles.kind, width: editFiles.width, height: editFiles.height, facts: editFiles.facts, blob: BLOB })
    .from(editFiles)
    .innerJoin(blobs, eq(blobs.id, editFiles.blobId))
    .where(eq(editFiles.versionId, versionId));
  await tx.delete(editFiles).where(eq(editFiles.versionId, versionId));
  return rows as VersionFile[];
}

/** Deletes all renditions of an item. Returns their blobs, to release. */
export async function takeRenditions(tx: Executor, itemId: string): Promise<string[]> {
  const gone = await tx.delete(renditions).where(eq(renditions.itemId, itemId)).returning({ blobId: renditions.blobId });
  return gone.map(({ blobId }) => blobId);
}

/** Adds renditions whose blobs have rows. */
export async function insertRenditions(
  tx: Executor,
  itemId: string,
  made: readonly (Pick<Made, "kind" | "width" | "height" | "facts"> & { blob: { id: string } })[],
): Promise<void> {
  if (made.length === 0) return;
  const rows = made.map(({ kind, blob, width, height, facts = null }) => ({ itemId, kind, blobId: blob.id, width, height, facts }));
  await tx.insert(renditions).values(rows);
}

export async function updateItem(tx: Executor, itemId: string, change: ItemChange): Promise<void> {
  await tx.update(items).set(change).where(eq(items.id, itemId));
}

/** Deletes all versions of an item and their files, and its assets. Returns the blobs to release. */
export async function deleteVersions(tx: Executor, itemId: string): Promise<string[]> {
  const files = await tx.delete(editFiles).where(eq(editFiles.itemId, itemId)).returning({ blobId: editFiles.blobId });
  await tx.delete(videoVersions).where(eq(videoVersions.itemId, itemId));
  return files.map(({ blobId }) => blobId);
}

/** Returns whether an item has another version than the shown one. */
export async function hasOthers(tx: Executor, itemId: string): Promise<boolean> {
  return (await tx.$count(videoVersions, and(eq(videoVersions.itemId, itemId), ne(videoVersions.isShown, true)))) > 0;
}

/** Returns the item's columns with the keys of renditions. */
export const keysOf = (made: readonly { kind: string; blob: Pick<StoredBlob, "storageKey"> }[]): ItemChange =>
  Object.fromEntries(
    made.flatMap(({ kind, blob }) => (kind in COLUMN_OF ? [[COLUMN_OF[kind as keyof typeof COLUMN_OF], blob.storageKey]] : [])),
  );

/** Returns whether a row refers to an object. */
export const isBlobKnown = async (db: Executor, blobId: string): Promise<boolean> => (await db.$count(blobs, eq(blobs.id, blobId))) > 0;

/** Returns the owner of an item; null when the account was deleted. */
export async function findOwner(db: Executor, itemId: string): Promise<string | null> {
  const [row] = await db.select({ ownerId: items.ownerId }).from(items).where(eq(items.id, itemId));
  return row?.ownerId ?? null;
}
