import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import type { StoryboardFacts, VideoFacts } from "../../platform/db/schema/index.ts";
import { uuidArray } from "../../platform/db/uuid-array.ts";

/** An object of the store with its type. */
export interface SourceBlob {
  id: string;
  key: string;
  mime: string;
  bytes: number;
}

/** A file that clips are parts of, with the renditions that the editor shows. */
export interface SourceRow {
  itemId: string;
  workspaceId: string;
  type: "image" | "video";
  stage: string;
  trashed: boolean;
  title: string;
  mimeType: string;
  durationMs: number | null;
  width: number | null;
  height: number | null;
  videoFacts: VideoFacts | null;
  storyboard: StoryboardFacts | null;
  /** The uploaded or rendered file; null until it has arrived. */
  source: SourceBlob | null;
  /** The normalised file, if it is not `source` itself. */
  playback: SourceBlob | null;
  poster: SourceBlob | null;
  waveform: SourceBlob | null;
  sheet: SourceBlob | null;
}

const SOURCE_BLOB = sql`jsonb_build_object('id', s.id, 'key', s.storage_key, 'mime', s.mime_type, 'bytes', s.size_bytes)`;
const FILE_BLOB = sql`jsonb_build_object('id', b.id, 'key', b.storage_key, 'mime', b.mime_type, 'bytes', b.size_bytes)`;

interface Row extends Record<string, unknown> {
  id: string;
  workspace_id: string;
  type: "image" | "video";
  stage: string;
  trashed: boolean;
  title: string;
  mime_type: string;
  duration_ms: number | null;
  width: number | null;
  height: number | null;
  video_facts: VideoFacts | null;
  storyboard: StoryboardFacts | null;
  source: SourceBlob | null;
  files: Partial<Record<string, SourceBlob>> | null;
}

const rowOf = (row: Row): SourceRow => ({
  itemId: row.id,
  workspaceId: row.workspace_id,
  type: row.type,
  stage: row.stage,
  trashed: row.trashed,
  title: row.title,
  mimeType: row.mime_type,
  durationMs: row.duration_ms,
  width: row.width,
  height: row.height,
  videoFacts: row.video_facts,
  storyboard: row.storyboard,
  source: row.source ?? row.files?.["source"] ?? null,
  playback: row.files?.["playback"] ?? null,
  poster: row.files?.["poster"] ?? null,
  waveform: row.files?.["waveform"] ?? null,
  sheet: row.files?.["storyboard"] ?? null,
});

/** Returns these images and videos as they are shown at present, by id. Whiteboards have no pixels. */
export async function listShown(db: Executor, itemIds: readonly string[]): Promise<Map<string, SourceRow>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await db.execute<Row>(sql`
    select i.id, i.workspace_id, i.type, i.stage, i.trashed_at is not null as trashed, i.title, i.mime_type, i.duration_ms, i.width, i.height,
      i.video_facts, i.storyboard, case when s.id is not null then ${SOURCE_BLOB} end as source,
      (select jsonb_object_agg(r.kind, ${FILE_BLOB}) from renditions r join blobs b on b.id = r.blob_id
        where r.item_id = i.id and r.kind in ('playback', 'poster', 'waveform', 'storyboard')) as files
    from items i left join blobs s on s.id = i.blob_id
    where i.id = any(${uuidArray(itemIds)}::uuid[]) and i.type <> 'board'`);
  return new Map(rows.map((row) => [row.id, rowOf(row)]));
}

/** Returns the unedited video of an item whose link plays an edited one; undefined for other items. */
export async function findOriginal(db: Executor, itemId: string): Promise<SourceRow | undefined> {
  const { rows } = await db.execute<Row>(sql`
    select i.id, i.workspace_id, i.type, i.stage, i.trashed_at is not null as trashed, i.title, v.facts ->> 'mimeType' as mime_type, v.duration_ms,
      v.width, v.height, v.facts -> 'videoFacts' as video_facts, v.facts -> 'storyboard' as storyboard, null as source,
      (select jsonb_object_agg(f.kind, ${FILE_BLOB}) from edit_files f join blobs b on b.id = f.blob_id where f.version_id = v.id) as files
    from items i join video_versions v on v.item_id = i.id and v.kind = 'original' and not v.is_shown
    where i.id = ${itemId}`);
  return rows[0] && rowOf(rows[0]);
}
