import type { PointerTrack } from "@stillreel/contract";
import { eq, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { pointerTracks } from "../../platform/db/schema/index.ts";

export async function findTrack(db: Executor, itemId: string): Promise<PointerTrack | undefined> {
  const [row] = await db.select({ track: pointerTracks.track }).from(pointerTracks).where(eq(pointerTracks.itemId, itemId));
  return row?.track;
}

/** Stores a track, or replaces the stored one. Does nothing when the video was deleted meanwhile. */
export async function putTrack(db: Executor, itemId: string, track: PointerTrack, at: Date): Promise<void> {
  await db.execute(sql`
    insert into pointer_tracks (item_id, track, updated_at)
    select id, ${JSON.stringify(track)}::jsonb, ${at.toISOString()}::timestamptz from items where id = ${itemId} for key share
    on conflict (item_id) do update set track = excluded.track, updated_at = excluded.updated_at`);
}

export async function removeTrack(db: Executor, itemId: string): Promise<void> {
  await db.delete(pointerTracks).where(eq(pointerTracks.itemId, itemId));
}

/** Returns the length of the unedited file in seconds; null while it is not known, as during a recording. */
export async function findLength(db: Executor, itemId: string): Promise<number | null> {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select case when i.stage in ('recording', 'uploading') then null else coalesce(v.duration_ms, i.duration_ms) end as ms from items i
    left join video_versions v on v.item_id = i.id and v.kind = 'original'
    where i.id = ${itemId}`);
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Number(ms) / 1_000;
}
