import type { Pool } from "pg";
import type { RenditionFacts, StoryboardFacts } from "../../platform/db/schema/index.ts";

/** A file that was made of a video, without the places of its parts. */
export interface RenditionRow {
  kind: string;
  key: string;
  bytes: number;
  mime: string;
  width: number;
  height: number;
  codecs: string | null;
  bandwidth: number | null;
}

/** What decides how a video is played. */
export interface FilmRow {
  id: string;
  type: "image" | "video";
  stage: "recording" | "uploading" | "processing" | "ready" | "failed";
  live: boolean;
  owner_id: string | null;
  mime_type: string;
  /** bigint, as the driver gives it. */
  size_bytes: string;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  failure: string | null;
  progress: number | null;
  chapters: { timestamp: number; name: string }[];
  chapters_enabled: boolean;
  full_file_name: string;
  storage_key: string | null;
  poster_key: string | null;
  playback_key: string | null;
  playback_mime_type: string | null;
  storyboard_key: string | null;
  storyboard: StoryboardFacts | null;
  /** Does it know where the parts of its original lie? */
  has_parts: boolean;
  /** The upload that its recording is still sent by, or that the store has not taken over yet. */
  upload_id: string | null;
  renditions: RenditionRow[];
}

const FIND = {
  name: "playback-find",
  text: `select i.id, i.type, i.stage, i.live, i.owner_id, i.mime_type, i.size_bytes, i.width, i.height, i.duration_ms, i.failure, i.progress,
      i.chapters, i.chapters_enabled, i.full_file_name, b.storage_key, i.poster_key, i.playback_key, i.playback_mime_type, i.storyboard_key, i.storyboard,
      i.recording_facts is not null as has_parts,
      case when i.blob_id is null then (select u.id from uploads u where u.item_id = i.id and u.recording and u.finished_at is null limit 1) end as upload_id,
      coalesce((select jsonb_agg(jsonb_build_object('kind', r.kind, 'key', rb.storage_key, 'bytes', rb.size_bytes, 'mime', rb.mime_type, 'width', r.width,
          'height', r.height, 'codecs', r.facts->>'codecs', 'bandwidth', (r.facts->>'bandwidth')::float8))
        from renditions r join blobs rb on rb.id = r.blob_id
        where r.item_id = i.id and r.kind in ('playback', 'waveform', 'hls-1080', 'hls-720', 'hls-480')), '[]') as renditions
    from items i left join blobs b on b.id = i.blob_id where i.id = $1`,
} as const;

/** How an item is played, by one prepared statement: players ask it every few minutes, and streams every few seconds. */
export async function findFilm(pool: Pool, itemId: string): Promise<FilmRow | undefined> {
  const { rows } = await pool.query<FilmRow>({ ...FIND, values: [itemId] });
  return rows[0];
}

/** Where the parts of a recording lie in its original; undefined when that is not known. */
export async function findRecordingFacts(pool: Pool, itemId: string): Promise<RenditionFacts | undefined> {
  const { rows } = await pool.query<{ facts: RenditionFacts | null }>({
    name: "playback-recording-facts",
    text: "select recording_facts as facts from items where id = $1",
    values: [itemId],
  });
  return rows[0]?.facts ?? undefined;
}

/** The same of a file that was made of it. */
export async function findRenditionFacts(pool: Pool, itemId: string, kind: string): Promise<RenditionFacts | undefined> {
  const { rows } = await pool.query<{ facts: RenditionFacts | null }>({
    name: "playback-rendition-facts",
    text: "select facts from renditions where item_id = $1 and kind = $2",
    values: [itemId, kind],
  });
  return rows[0]?.facts ?? undefined;
}
