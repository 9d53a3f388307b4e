import type { AnnotationDocument, CaptureRecord } from "@stillreel/contract";
import { eq, sql, type SQL } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../../platform/db/client.ts";
import { items, pictureDetails, renditions } from "../../../platform/db/schema/index.ts";
import { itemAccess } from "../../../access/rights/index.ts";
import { accessValues, type AccessScope } from "./access-scope.plan.ts";
import { loadStatement } from "../../../platform/db/statement.ts";

/** Additional data of a picture: markers, the original and capture metadata. */
export interface PictureDetails {
  markers: AnnotationDocument | null;
  capture: CaptureRecord | null;
  original: { storageKey: string; mimeType: string; sizeBytes: number } | null;
}

interface DetailsRow {
  markers: AnnotationDocument | null;
  capture: CaptureRecord | null;
  storage_key: string | null;
  mime_type: string | null;
  size_bytes: string | null;
}

const PICTURE_DETAILS = loadStatement<DetailsRow, [itemId: string]>(import.meta.url, "./sql/picture-details.sql");

/** Returns the details of one picture, or undefined when it has none. */
export async function findDetails(pool: Pool, itemId: string): Promise<PictureDetails | undefined> {
  const rows = await PICTURE_DETAILS.run(pool, [itemId]);
  const [row] = rows;
  if (!row) return undefined;
  const { markers, capture, storage_key: storageKey, mime_type: mimeType, size_bytes: sizeBytes } = row;
  const original = storageKey === null || mimeType === null ? null : { storageKey, mimeType, sizeBytes: Number(sizeBytes) };
  return { markers, capture, original };
}

/** A blob that a picture references. */
export interface PictureBlob {
  id: string;
  storageKey: string;
  /** Hex. */
  sha256: string;
  sizeBytes: number;
  mimeType: string;
}

/** A picture for changes of its pixels. `blob` is null until its bytes are uploaded. */
export interface Picture {
  id: string;
  workspaceId: string;
  type: "image" | "video";
  trashed: boolean;
  fullFileName: string;
  pictureVersion: number;
  blob: PictureBlob | null;
  original: PictureBlob | null;
}

interface PictureRow {
  workspace_id: string;
  type: "image" | "video";
  trashed: boolean;
  full_file_name: string;
  picture_version: number;
  blob: PictureBlob | null;
  original: PictureBlob | null;
}

const blobOf = (alias: SQL): SQL =>
  sql`case when ${alias}.id is not null then json_build_object('id', ${alias}.id, 'storageKey', ${alias}.storage_key, 'sha256', encode(${alias}.sha256, 'hex'),
    'sizeBytes', ${alias}.size_bytes, 'mimeType', ${alias}.mime_type) end`;

/** Returns the item with its blob and its original. */
export async function findPicture(db: Executor, itemId: string): Promise<Picture | undefined> {
  const { rows } = await db.execute<PictureRow & Record<string, unknown>>(sql`
    select i.workspace_id, i.type, i.trashed_at is not null as trashed, i.full_file_name, i.picture_version,
      ${blobOf(sql.raw("b"))} as blob, ${blobOf(sql.raw("o"))} as original
    from items i left join blobs b on b.id = i.blob_id left join picture_details d on d.item_id = i.id left join blobs o on o.id = d.original_blob_id
    where i.id = ${itemId}`);
  const [row] = rows;
  if (!row) return undefined;
  const { workspace_id: workspaceId, full_file_name: fullFileName, picture_version: pictureVersion, type, trashed, blob, original } = row;
  return { id: itemId, workspaceId, type, trashed, fullFileName, pictureVersion, blob, original };
}

/**
 * Returns the picture, locked until the transaction ends. It is read after locking, because joined rows would be stale
 * otherwise.
 */
export async function lockPicture(tx: Executor, itemId: string): Promise<Picture | undefined> {
  await tx.select({ id: items.id }).from(items).where(eq(items.id, itemId)).for("no key update");
  return findPicture(tx, itemId);
}

export const BY_FILE_NAME = loadStatement<
  { id: string },
  [workspaceId: string, fullFileName: string, containerIds: Buffer, inside: boolean, shownIds: Buffer, hiddenIds: Buffer]
>(import.meta.url, "./sql/pictures-by-file-name.sql", {
  slots: {
    readable: itemAccess({
      containerId: "container_id",
      itemId: "id",
      containerIds: "unnest($3::uuid[])",
      inside: "$4::boolean",
      shownIds: "unnest($5::uuid[])",
      hiddenIds: "unnest($6::uuid[])",
    }),
  },
});

/** Returns the newest live picture with this file name in a workspace, within the caller's access scope (null: all). */
export async function findByFileName(
  pool: Pool,
  workspaceId: string,
  fullFileName: string,
  accessScope: AccessScope | null,
): Promise<string | undefined> {
  const [row] = await BY_FILE_NAME.run(pool, [workspaceId, fullFileName, ...accessValues(accessScope)]);
  return row?.id;
}

/** Changed columns of a picture's details. */
export type DetailsChange = Partial<Pick<typeof pictureDetails.$inferInsert, "originalBlobId" | "markers">>;

/** Updates some of a locked picture's details. */
export async function writeDetails(tx: Executor, itemId: string, change: DetailsChange, at: Date): Promise<void> {
  await tx
    .insert(pictureDetails)
    .values({ itemId, ...change, updatedAt: at })
    .onConflictDoUpdate({ target: pictureDetails.itemId, set: { ...change, updatedAt: at } });
}

/** Deletes the positions of private content on the page. They belong to a picture that is no longer stored. */
export async function forgetSensitive(tx: Executor, itemId: string): Promise<void> {
  await tx.execute(sql`update picture_details set capture = capture - 'sensitive' where item_id = ${itemId} and capture ? 'sensitive'`);
}

/** Deletes the renditions of a picture. Returns the blobs to release. */
export async function deleteRenditions(tx: Executor, itemId: string): Promise<string[]> {
  const gone = await tx.delete(renditions).where(eq(renditions.itemId, itemId)).returning({ blobId: renditions.blobId });
  return gone.map(({ blobId }) => blobId);
}
