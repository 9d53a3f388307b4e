import type { EditDocument } from "@stillreel/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { editFiles, videoVersions } from "../../platform/db/schema/index.ts";
import type { SourceBlob } from "./sources.repo.ts";

/** A stored version of a video, with its author and the file to play. */
export interface VersionRow {
  id: string;
  kind: "original" | "edit";
  isShown: boolean;
  createdAt: Date;
  createdBy: { id: string; name: string } | null;
  durationMs: number;
  sizeBytes: number;
  /** Null for the shown version, whose file is the item's. */
  played: SourceBlob | null;
}

interface Row extends Record<string, unknown> {
  id: string;
  kind: "original" | "edit";
  is_shown: boolean;
  created_at: string;
  created_by: { id: string; name: string } | null;
  duration_ms: number;
  size_bytes: string;
  played: SourceBlob | null;
}

/** Returns the versions of a video, the newest first. A video that was never edited has none. */
export async function listVersions(db: Executor, itemId: string): Promise<VersionRow[]> {
  const { rows } = await db.execute<Row>(sql`
    select v.id, v.kind, v.is_shown, v.created_at, v.duration_ms, v.size_bytes,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.display_name) end as created_by,
      (select jsonb_build_object('id', b.id, 'key', b.storage_key, 'mime', b.mime_type, 'bytes', b.size_bytes)
        from edit_files f join blobs b on b.id = f.blob_id
        where f.version_id = v.id and f.kind in ('playback', 'source') order by f.kind limit 1) as played
    from video_versions v left join users u on u.id = v.created_by
    where v.item_id = ${itemId} order by v.created_at desc, v.id desc`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    isShown: row.is_shown,
    createdAt: new Date(row.created_at),
    createdBy: row.created_by,
    durationMs: row.duration_ms,
    sizeBytes: Number(row.size_bytes),
    played: row.played,
  }));
}

/** Returns the document that is rendered into the shown video; null for an unedited one. */
export async function findShownDocument(db: Executor, itemId: string): Promise<EditDocument | null> {
  const [row] = await db
    .select({ document: videoVersions.document })
    .from(videoVersions)
    .where(and(eq(videoVersions.itemId, itemId), videoVersions.isShown));
  return row?.document ?? null;
}

/** An asset of the edits of a video. */
export interface AssetRow {
  id: string;
  kind: "sound" | "picture";
  name: string;
  duration: number | null;
  width: number | null;
  height: number | null;
  blob: SourceBlob;
}

/** Returns the assets of a video's edits, the oldest first. */
export async function listAssets(db: Executor, itemId: string): Promise<AssetRow[]> {
  const { rows } = await db.execute<AssetRow & Record<string, unknown>>(sql`
    select f.id, f.kind, f.name, f.duration, f.width, f.height,
      jsonb_build_object('id', b.id, 'key', b.storage_key, 'mime', b.mime_type, 'bytes', b.size_bytes) as blob
    from edit_files f join blobs b on b.id = f.blob_id
    where f.item_id = ${itemId} and f.kind in ('sound', 'picture') order by f.created_at, f.id`);
  return rows;
}

/** Returns the number of assets of a video's edits. */
export const countAssets = (tx: Executor, itemId: string): Promise<number> =>
  tx.$count(editFiles, and(eq(editFiles.itemId, itemId), inArray(editFiles.kind, ["sound", "picture"])));
