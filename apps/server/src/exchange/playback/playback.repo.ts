import type { Pool } from "pg";
import type { RenditionFacts, StoryboardFacts } from "../../platform/db/schema/index.ts";
import { loadStatement } from "../../platform/db/statement.ts";

/** A rendition of a video, without segment positions. */
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

/** Data that determines how a video is played. */
export interface FilmRow {
  id: string;
  type: "image" | "video";
  stage: "recording" | "uploading" | "processing" | "ready" | "failed";
  live: boolean;
  owner_id: string | null;
  mime_type: string;
  /** A bigint in the driver's string form. */
  size_bytes: string;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  failure: string | null;
  progress: number | null;
  updating: number | null;
  chapters: { timestamp: number; name: string }[];
  chapters_enabled: boolean;
  full_file_name: string;
  storage_key: string | null;
  poster_key: string | null;
  playback_key: string | null;
  playback_mime_type: string | null;
  storyboard_key: string | null;
  storyboard: StoryboardFacts | null;
  /** Whether the segment positions of its original are known. */
  has_parts: boolean;
  /** Upload of its recording that is in progress, or that the store has not taken over yet. */
  upload_id: string | null;
  renditions: RenditionRow[];
}

const FIND = loadStatement<FilmRow, [itemId: string]>(import.meta.url, "./sql/playback-find.sql");

/**
 * Returns the playback data of an item with one prepared statement. Players call it every few minutes, streams every
 * few seconds.
 */
export async function findFilm(pool: Pool, itemId: string): Promise<FilmRow | undefined> {
  const [row] = await FIND.run(pool, [itemId]);
  return row;
}

const PLAYBACK_RECORDING_FACTS = loadStatement<{ facts: RenditionFacts | null }, [itemId: string]>(
  import.meta.url,
  "./sql/playback-recording-facts.sql",
);

/** Returns the segment positions of a recording in its original, or undefined when they are unknown. */
export async function findRecordingFacts(pool: Pool, itemId: string): Promise<RenditionFacts | undefined> {
  const rows = await PLAYBACK_RECORDING_FACTS.run(pool, [itemId]);
  return rows[0]?.facts ?? undefined;
}

const PLAYBACK_RENDITION_FACTS = loadStatement<{ facts: RenditionFacts | null }, [itemId: string, kind: string]>(
  import.meta.url,
  "./sql/playback-rendition-facts.sql",
);

/** Returns the segment positions of a rendition. */
export async function findRenditionFacts(pool: Pool, itemId: string, kind: string): Promise<RenditionFacts | undefined> {
  const rows = await PLAYBACK_RENDITION_FACTS.run(pool, [itemId, kind]);
  return rows[0]?.facts ?? undefined;
}
