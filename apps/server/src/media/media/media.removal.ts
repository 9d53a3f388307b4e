import { isBackupRunning } from "../../platform/db/backup-lock.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./media.repo.ts";

/**
 * Removes the bytes and then the row of an unreferenced blob. It is `absent` when it is referenced or does not exist, and `postponed` while
 * a running backup may need it.
 */
export const removeBlob = ({ db, storage }: Pick<Ports, "db" | "storage">, blobId: string): Promise<"removed" | "absent" | "postponed"> =>
  db.transaction(async (tx) => {
    const blob = await repo.lockUnreferenced(tx, blobId);
    if (!blob) return "absent";
    if (await isBackupRunning(tx)) return "postponed";
    await storage.delete(blob.storageKey);
    await repo.deleteBlob(tx, blobId);
    return "removed";
  });

/**
 * Moves the bytes of a blob to another key, which invalidates all URLs that were issued for it. Does nothing when the blob does not exist.
 * A running backup finds the bytes at the new key.
 */
export async function moveBlob({ db, storage }: Pick<Ports, "db" | "storage">, blobId: string, to: string): Promise<void> {
  const from = await repo.findKey(db, blobId);
  if (from === null) return;
  await storage.copy(from, to);
  const isMoved = await db.transaction((tx) => repo.changeKey(tx, blobId, { from, to }));
  await storage.delete(isMoved ? from : to);
}
