import { SIGN_IN_DEVICE_DAYS } from "@stillreel/contract";
import { gt, inArray, lt, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { deleteInBatches } from "../../platform/db/batches.ts";
import type { Executor } from "../../platform/db/client.ts";
import { blobs, passkeys, rateLimits, sessions, signInDevices, stagedUploads, tokens } from "../../platform/db/schema/index.ts";
import { uuidArray } from "../../platform/db/uuid-array.ts";

/** Returns the keys that the database contains, also those that running uploads will use. */
export async function knownKeys(db: Executor, keys: string[]): Promise<Set<string>> {
  const stored = db
    .select({ key: sql<string>`${blobs.storageKey}` })
    .from(blobs)
    .where(inArray(blobs.storageKey, keys));
  const staged = db
    .select({ key: sql<string>`${stagedUploads.storageKey}` })
    .from(stagedUploads)
    .where(inArray(stagedUploads.storageKey, keys));
  return new Set((await unionAll(stored, staged)).map(({ key }) => key));
}

/** Returns a page of blobs after an id, in the order of their ids. */
export async function blobsAfter(
  db: Executor,
  afterId: string,
  limit: number,
): Promise<{ id: string; storageKey: string; createdAt: Date }[]> {
  return db
    .select({ id: blobs.id, storageKey: blobs.storageKey, createdAt: blobs.createdAt })
    .from(blobs)
    .where(gt(blobs.id, afterId))
    .orderBy(blobs.id)
    .limit(limit);
}

/** Every column that references a blob. New columns must be added to `unneededBlobs` too. */
export const BLOB_COLUMNS = [
  "items.blob_id",
  "picture_details.original_blob_id",
  "edit_files.blob_id",
  "board_images.blob_id",
  "renditions.blob_id",
  "users.avatar_blob_id",
  "takeouts.blob_id",
  "imports.blob_id",
  "video_exports.blob_id",
  "workspaces.avatar_blob_id",
  "workspaces.thumbnail_blob_id",
  "teams.icon_blob_id",
];

/** Resets the reference count of the unreferenced ones of these blobs and returns them. */
export async function unneededBlobs(tx: Executor, ids: readonly string[]): Promise<string[]> {
  const found = await tx.execute<{ id: string }>(sql`
    update blobs set refs = 0 where id in (
      select b.id from blobs b
      where b.id = any(${uuidArray(ids)}::uuid[])
        and not exists (select 1 from items i where i.blob_id = b.id)
        and not exists (select 1 from picture_details d where d.original_blob_id = b.id)
        and not exists (select 1 from edit_files f where f.blob_id = b.id)
        and not exists (select 1 from board_images i where i.blob_id = b.id)
        and not exists (select 1 from renditions r where r.blob_id = b.id)
        and not exists (select 1 from users u where u.avatar_blob_id = b.id)
        and not exists (select 1 from takeouts t where t.blob_id = b.id)
        and not exists (select 1 from imports p where p.blob_id = b.id)
        and not exists (select 1 from video_exports e where e.blob_id = b.id)
        and not exists (select 1 from workspaces w where w.avatar_blob_id = b.id)
        and not exists (select 1 from workspaces w where w.thumbnail_blob_id = b.id)
        and not exists (select 1 from teams m where m.icon_blob_id = b.id))
    returning id`);
  return found.rows.map((row) => row.id);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Deletes expired rows, and passkeys that can no longer be restored. Tokens stay for a while, so that a used or expired link can be reported as such. */
export async function deleteExpired(db: Executor, now: Date, tokensBefore: Date, signal: AbortSignal): Promise<number> {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  let gone = await deleteInBatches(db, sessions, lt(sessions.expiresAt, now), signal);
  gone += await deleteInBatches(db, tokens, lt(tokens.expiresAt, tokensBefore), signal);
  gone += await deleteInBatches(db, rateLimits, lt(rateLimits.resetsAt, now), signal);
  gone += await deleteInBatches(db, passkeys, lt(passkeys.removedAt, ago(HOUR_MS)), signal);
  return gone + (await deleteInBatches(db, signInDevices, lt(signInDevices.seenAt, ago(SIGN_IN_DEVICE_DAYS * DAY_MS)), signal));
}
