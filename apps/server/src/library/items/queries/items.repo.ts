import type { AnnotationDocument, CaptureRecord, FolderKind, ItemType } from "@stillreel/contract";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Pool } from "pg";
import type { Executor } from "../../../platform/db/client.ts";
import { ISO_TIMESTAMPS } from "../../../platform/db/pool.ts";
import { loadFragment, loadStatement } from "../../../platform/db/statement.ts";
import { blobs, boards, folders, items, type VideoFacts } from "../../../platform/db/schema/index.ts";
import { tracedPayload } from "../../../platform/jobs/job-trace.ts";
import type { MemberRole } from "../../../access/policies/items.policy.ts";
import { ITEM_SLOTS, type ItemRow, itemRows, type ReadRow } from "./rows.repo.ts";

export type { ItemRow } from "./rows.repo.ts";

/**
 * An item with the caller's role in its workspace (null for non-members) and the current version of the workspace's
 * rights.
 */
export type PlacedItemRow = ItemRow & { role: MemberRole | null; rights_version: string };

const slots = { ...ITEM_SLOTS, callerJoins: loadFragment(import.meta.url, "./sql/item-caller-joins.sql") };
const FIND = loadStatement<ReadRow<PlacedItemRow>, [itemId: string, userId: string | null]>(import.meta.url, "./sql/items-find.sql", {
  slots,
  types: ISO_TIMESTAMPS,
});
const FIND_MANY = loadStatement<ReadRow<PlacedItemRow>, [itemIds: readonly string[], userId: string | null]>(
  import.meta.url,
  "./sql/items-find-many.sql",
  { slots, types: ISO_TIMESTAMPS },
);

/** Finds an item, with the caller's place in its workspace. */
export async function findItem(pool: Pool, itemId: string, userId: string | null): Promise<PlacedItemRow | undefined> {
  return itemRows<PlacedItemRow>(await FIND.run(pool, [itemId, userId]))[0];
}

/** Finds items, with the caller's place in their workspaces. */
export async function findItems(pool: Pool, itemIds: readonly string[], userId: string | null): Promise<PlacedItemRow[]> {
  return itemRows<PlacedItemRow>(await FIND_MANY.run(pool, [itemIds, userId]));
}

/** Returns id and creation time of the item with a server-generated name. */
export async function findByRefName(
  db: Executor,
  workspaceId: string,
  refName: string,
): Promise<{ id: string; createdAt: Date } | undefined> {
  const rows = await db
    .select({ id: items.id, createdAt: items.createdAt })
    .from(items)
    .where(and(eq(items.workspaceId, workspaceId), eq(items.refName, refName)));
  return rows[0];
}

/** Inserts an item. Returns false when its `refName` is taken in this workspace. */
export async function insertItem(db: Executor, row: typeof items.$inferInsert): Promise<boolean> {
  const inserted = await db
    .insert(items)
    .values(row)
    .onConflictDoNothing({ target: [items.workspaceId, items.refName] })
    .returning({ id: items.id });
  return inserted.length > 0;
}

/** Returns the owner and the announced size of an item whose bytes have not arrived. */
export async function findAnnounced(
  db: Executor,
  itemId: string,
): Promise<{ ownerId: string | null; workspaceId: string; sizeBytes: number } | undefined> {
  const columns = { ownerId: items.ownerId, workspaceId: items.workspaceId, sizeBytes: items.sizeBytes };
  return (await db.select(columns).from(items).where(eq(items.id, itemId)))[0];
}

interface NewBlob {
  id: string;
  storageKey: string;
  sha256: Buffer;
  sizeBytes: number;
}

/** A new picture or video with its bytes, search entry and job. */
export interface NewFileRow {
  id: string;
  workspaceId: string;
  folderId: string | null;
  type: "image" | "video";
  ownerId: string;
  title: string;
  fullFileName: string;
  refName: string;
  mimeType: string;
  width: number;
  height: number;
  durationMs: number | null;
  videoFacts: VideoFacts | null;
  pageUrl: string | null;
  createdAt: Date;
  blob: NewBlob;
  /** Additional data of a picture, or null without any. */
  details: { original: (NewBlob & { mimeType: string }) | null; markers: AnnotationDocument | null; capture: CaptureRecord | null } | null;
  /** Lexemes of the item in the text form of a `tsvector`. */
  words: string;
}

/** Result: created, folder not found, or `refName` taken. Includes the owner's name for the response. */
export interface Filed {
  outcome: "filed" | "no-folder" | "name-taken";
  ownerName: string | null;
  ownerAvatar: string | null;
}

type FileValues = [
  itemId: string,
  workspaceId: string,
  folderId: string | null,
  ownerId: string,
  title: string,
  fullFileName: string,
  refName: string,
  blobId: string,
  mimeType: string,
  sizeBytes: number,
  width: number,
  height: number,
  createdAt: Date,
  storageKey: string,
  sha256: Buffer,
  payload: string,
  type: ItemType,
  durationMs: number | null,
  videoFacts: string | null,
  pageUrl: string | null,
  words: string,
  job: string,
  attempts: number,
];
type DetailValues = [
  annotations: string | null,
  capture: string | null,
  originalId: string | null,
  originalKey: string | null,
  originalSha256: Buffer | null,
  originalSizeBytes: number | null,
  originalMimeType: string | null,
];

interface FiledRow {
  filed: boolean;
  placed: boolean;
  owner_name: string | null;
  owner_avatar: string | null;
}

const filing = {
  filing: loadFragment(import.meta.url, "./sql/item-filing.sql"),
  filed: loadFragment(import.meta.url, "./sql/item-filed.sql"),
};
const FILE = loadStatement<FiledRow, FileValues>(import.meta.url, "./sql/items-file.sql", { slots: { ...filing, annotated: "false" } });
const FILE_DETAILED = loadStatement<FiledRow, [...FileValues, ...DetailValues]>(import.meta.url, "./sql/items-file-detailed.sql", {
  slots: { ...filing, annotated: "$26::uuid is not null" },
});

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

function detailValues({ original, markers, capture }: NonNullable<NewFileRow["details"]>): DetailValues {
  const { id, storageKey, sha256, sizeBytes, mimeType } = original ?? {};
  return [json(markers), json(capture), id ?? null, storageKey ?? null, sha256 ?? null, sizeBytes ?? null, mimeType ?? null];
}

/** Inserts an uploaded file as an item and queues the job of its renditions, with the id of the item as payload. Every upload runs it. */
export async function fileItem(pool: Pick<Pool, "query">, row: NewFileRow, job: { name: string; attempts: number }): Promise<Filed> {
  const values: FileValues = [
    row.id,
    row.workspaceId,
    row.folderId,
    row.ownerId,
    row.title,
    row.fullFileName,
    row.refName,
    row.blob.id,
    row.mimeType,
    row.blob.sizeBytes,
    row.width,
    row.height,
    row.createdAt,
    row.blob.storageKey,
    row.blob.sha256,
    JSON.stringify(tracedPayload({ itemId: row.id })),
    row.type,
    row.durationMs,
    json(row.videoFacts),
    row.pageUrl,
    row.words,
    job.name,
    job.attempts,
  ];
  const rows = row.details ? await FILE_DETAILED.run(pool, [...values, ...detailValues(row.details)]) : await FILE.run(pool, values);
  const [found] = rows;
  return {
    outcome: found?.filed ? "filed" : found?.placed ? "name-taken" : "no-folder",
    ownerName: found?.owner_name ?? null,
    ownerAvatar: found?.owner_avatar ?? null,
  };
}

/** Returns the new row in the form of a query result. It has no thumbnails and no link yet. */
export function itemRowOf(row: NewFileRow, filed: Filed): ItemRow {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    folder_id: row.folderId,
    type: row.type,
    owner_id: row.ownerId,
    title: row.title,
    full_file_name: row.fullFileName,
    ref_name: row.refName,
    stage: "processing",
    mime_type: row.mimeType,
    size_bytes: String(row.blob.sizeBytes),
    width: row.width,
    height: row.height,
    duration_ms: row.durationMs,
    placeholder: null,
    trashed_at: null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.createdAt.toISOString(),
    owner_name: filed.ownerName,
    owner_avatar: filed.ownerAvatar,
    storage_key: row.blob.storageKey,
    small_key: null,
    large_key: null,
    poster_key: null,
    playback_key: null,
    playback_mime_type: null,
    failure: null,
    page_url: row.pageUrl,
    chapters: [],
    chapters_enabled: false,
    comment_count: 0,
    picture_version: 1,
    annotated: (row.details?.original ?? null) !== null,
    description: "",
    storyboard_key: null,
    storyboard: null,
    live: false,
    progress: null,
    updating: null,
    like_count: 0,
    liked_by_me: false,
    view_count: 0,
    unique_view_count: 0,
    trashed_from: null,
    slug: null,
    visibility: null,
    has_password: null,
    // Read with the row once it is processed.
    folder_access: null,
    favorite: false,
  };
}

/** Updates some columns. Returns false when the item does not exist. */
export async function updateItem(db: Executor, itemId: string, change: PgUpdateSetSource<typeof items>): Promise<boolean> {
  const changed = await db.update(items).set(change).where(eq(items.id, itemId)).returning({ id: items.id });
  return changed.length > 0;
}

/** Sets an item that failed for one of these reasons back to processing. Undefined when it did not, or is in the trash. */
export async function beginAgain(
  tx: Executor,
  itemId: string,
  failures: readonly string[],
  at: Date,
): Promise<{ ownerId: string | null } | undefined> {
  const [begun] = await tx
    .update(items)
    .set({ stage: "processing", failure: null, updatedAt: at })
    .where(and(eq(items.id, itemId), eq(items.stage, "failed"), inArray(items.failure, [...failures]), isNull(items.trashedAt)))
    .returning({ ownerId: items.ownerId });
  return begun;
}

/** Returns an item's searchable data in this transaction, so that concurrent changes of different parts are preserved. */
export async function findFindable(tx: Executor, itemId: string) {
  const rows = await tx
    .select({
      id: items.id,
      workspaceId: items.workspaceId,
      title: items.title,
      pageUrl: items.pageUrl,
      description: items.description,
      chapters: items.chapters,
      text: boards.text,
      createdAt: items.createdAt,
    })
    .from(items)
    .leftJoin(boards, eq(boards.itemId, items.id))
    .where(eq(items.id, itemId));
  return rows[0];
}

/** Returns a folder of this workspace with a shared lock, so that it cannot be deleted before the item is inserted. */
export async function lockFolder(db: Executor, workspaceId: string, folderId: string): Promise<{ kind: FolderKind } | undefined> {
  const rows = await db
    .select({ kind: folders.kind })
    .from(folders)
    .where(and(eq(folders.id, folderId), eq(folders.workspaceId, workspaceId)))
    .for("share");
  return rows[0];
}

const ITEMS_FOLDER = loadStatement<{ workspace_id: string }, [folderId: string]>(import.meta.url, "./sql/items-folder.sql");

/** Returns the folder's workspace, or undefined. */
export async function findFolder(pool: Pool, folderId: string): Promise<{ workspaceId: string } | undefined> {
  const rows = await ITEMS_FOLDER.run(pool, [folderId]);
  return rows[0] && { workspaceId: rows[0].workspace_id };
}

/** Returns whether a row references these bytes. */
export async function isBlobKnown(db: Executor, blobId: string): Promise<boolean> {
  const rows = await db.select({ id: blobs.id }).from(blobs).where(eq(blobs.id, blobId));
  return rows.length > 0;
}

/** Returns an item whose bytes have arrived, locked, with the kind of its folder. */
export async function lockUploaded(tx: Executor, itemId: string): Promise<{ type: ItemType; folderKind: FolderKind | null } | undefined> {
  const rows = await tx
    .select({ type: items.type, folderKind: folders.kind })
    .from(items)
    .leftJoin(folders, eq(folders.id, items.folderId))
    .where(eq(items.id, itemId))
    .for("no key update", { of: items });
  return rows[0];
}

/** Column value for updates: the name of an item's folder, as stored for the trash. */
export const folderNameOf = (folderId: string | null | undefined) =>
  folderId === undefined
    ? sql<string>`(select f.name from folders f where f.id = items.folder_id)`
    : sql<string>`(select f.name from folders f where f.id = ${folderId}::uuid)`;

/** Column value for updates: the time when an item was moved to the trash. A trashed item retains its time. */
export const trashedAtOf = (at: Date) => sql<Date>`coalesce(items.trashed_at, ${at.toISOString()}::timestamptz)`;
