import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./media.repo.ts";

/** Removes the bytes, then the row, of a blob, if nobody points to it. False when somebody does, or when it is gone. */
export const removeBlob = ({ db, storage }: Pick<Ports, "db" | "storage">, blobId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const blob = await repo.lockUnreferenced(tx, blobId);
    if (!blob) return false;
    await storage.delete(blob.storageKey);
    await repo.deleteBlob(tx, blobId);
    return true;
  });

/**
 * Puts the bytes of a blob that somebody still shows behind another key, so that no address of theirs which was given out
 * works any longer. Nothing happens when nobody points to it.
 */
export async function moveBlob({ db, storage }: Pick<Ports, "db" | "storage">, blobId: string, to: string): Promise<void> {
  const from = await repo.findKey(db, blobId);
  if (from === null) return;
  await storage.copy(from, to);
  const isMoved = await db.transaction((tx) => repo.changeKey(tx, blobId, { from, to }));
  await storage.delete(isMoved ? from : to);
}
