import type { Storage } from "../../platform/ports/storage.port.ts";
import { byHash, listedObjects } from "./backups.objects.ts";
import { BackupError, folderOf, listBackups, type Manifest, manifestKey, objectKey, OBJECTS, readManifest } from "./backups.format.ts";

/** What a removal deleted. */
export interface Removed {
  backups: number;
  objects: number;
  size: number;
}

async function removeBackup(target: Storage, id: string): Promise<void> {
  // Without its manifest, a removal that is cut off leaves an incomplete backup, which the next one removes.
  await target.delete(manifestKey(id));
  for await (const { key } of target.list(folderOf(id))) await target.delete(key);
}

/** Deletes the objects that no backup refers to. All lists have the order of the objects, so memory stays flat. */
async function removeUnreferenced(target: Storage, backups: readonly Manifest[], result: Removed): Promise<void> {
  const lists = backups.map((backup) => ({ next: "", iterator: byHash(listedObjects(target, backup)) }));
  const advance = async (list: (typeof lists)[number], upTo: string): Promise<void> => {
    while (list.next < upTo) {
      const { done, value } = await list.iterator.next();
      list.next = done ? "\u{ffff}" : objectKey(value[0].sha256);
    }
  };
  for await (const { key, sizeBytes } of target.list(OBJECTS)) {
    for (const list of lists) await advance(list, key);
    if (lists.some(({ next }) => next === key)) continue;
    await target.delete(key);
    result.objects += 1;
    result.size += sizeBytes;
  }
  // A list that is damaged behind the last object is noticed too.
  for (const list of lists) await advance(list, "\u{ffff}");
}

/**
 * Removes all but the newest complete backups, those that were cut off, and the objects that none of the others needs. No backup may run
 * meanwhile. Removes nothing when a list that it needs is damaged.
 */
export async function removeOldBackups(target: Storage, retained: number): Promise<Removed> {
  const result: Removed = { backups: 0, objects: 0, size: 0 };
  const complete: Manifest[] = [];
  const old: string[] = [];
  for (const id of (await listBackups(target)).toReversed()) {
    const manifest = complete.length < retained ? await readManifest(target, id) : null;
    if (manifest) complete.push(manifest);
    else old.push(id);
  }
  if (complete.length === 0) throw new BackupError("The target has no complete backup, so nothing is removed.");
  for (const manifest of complete) for await (const _group of byHash(listedObjects(target, manifest))) continue;
  for (const id of old) {
    await removeBackup(target, id);
    result.backups += 1;
  }
  await removeUnreferenced(target, complete, result);
  return result;
}
