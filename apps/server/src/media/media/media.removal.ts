import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./media.repo.ts";

/** Removes the bytes and then the row of an unreferenced blob. Returns false when it is referenced or does not exist. */
export const removeBlob = ({ db, storage }: Pick<Ports, "db" | "storage">, blobId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const blob = await repo.lockUnreferenced(tx, blobId);
    if (!blob) return false;
    await storage.delete(blob.storageKey);
    await repo.deleteBlob(tx, blobId);
    return true;
  });

/**
 * Moves the bytes of a referenced blob to another key, which invalidates all URLs that were issued for it.
 * Does nothing when the blob is not referenced.
 */
export async function moveBlob({ db, storage }: Pick<Ports, "db" | "storage">, blobId: string, to: string): Promise<void> {
  const from = await repo.findKey(db, blobId);
  if (from === null) return;
  await storage.copy(from, to);
  const isMoved = await db.transaction((tx) => repo.changeKey(tx, blobId, { from, to }));
  await storage.delete(isMoved ? from : to);
}
