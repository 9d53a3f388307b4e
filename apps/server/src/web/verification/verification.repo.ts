import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Executor } from "../../platform/db/client.ts";
import { blobs, stagedUploads } from "../../platform/db/schema/index.ts";

/** What a row says about its object. */
export interface ExpectedBlob {
  id: string;
  storageKey: string;
  /** Hex. */
  sha256: string;
  sizeBytes: number;
}

/** Returns a page of blobs after an id, in the order of their ids. */
export async function listBlobs(db: Executor, afterId: string, limit: number): Promise<ExpectedBlob[]> {
  const rows = await db
    .select({ id: blobs.id, storageKey: blobs.storageKey, sha256: blobs.sha256, sizeBytes: blobs.sizeBytes })
    .from(blobs)
    .where(gt(blobs.id, afterId))
    .orderBy(blobs.id)
    .limit(limit);
  return rows.map((row) => ({ ...row, sha256: Buffer.from(row.sha256).toString("hex") }));
}

/** Returns whether the row still exists and is referenced. An object without references is deleted before its row. */
export async function isReferenced(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: blobs.id })
    .from(blobs)
    .where(and(eq(blobs.id, id), gt(blobs.refs, 0)));
  return rows.length > 0;
}

/** Returns the keys that no row has. */
export async function unknownKeys(db: Executor, keys: readonly string[]): Promise<string[]> {
  const asked = [...keys];
  const stored = db
    .select({ key: sql<string>`${blobs.storageKey}` })
    .from(blobs)
    .where(inArray(blobs.storageKey, asked));
  // A complete upload is an object shortly before its item has it.
  const staged = db
    .select({ key: sql<string>`${stagedUploads.storageKey}` })
    .from(stagedUploads)
    .where(inArray(stagedUploads.storageKey, asked));
  const known = new Set((await unionAll(stored, staged)).map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}
