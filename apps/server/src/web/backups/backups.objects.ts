import type { DatabasePool } from "../../platform/db/pool.ts";
import { type Storage, StorageError, type StoredObject } from "../../platform/ports/storage.port.ts";
import { BackupError, fileOf, hashed, type ListedObject, type Manifest, objectKey, OBJECTS, objectsKey } from "./backups.format.ts";

/** Objects that are transferred concurrently. */
export const TRANSFERS_AT_ONCE = 8;

async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of source) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** Reads the list of objects of a backup, in the order of their hashes. @throws BackupError when the file is missing or damaged */
export async function* listedObjects(target: Storage, { id, objects }: Pick<Manifest, "id" | "objects">): AsyncGenerator<ListedObject> {
  for await (const line of linesOf(fileOf(target, objectsKey(id), objects))) {
    const [sha256 = "", size, mimeType = "", storageKey = "", blobId = ""] = line.split("\t");
    yield { sha256, sizeBytes: Number(size), mimeType, storageKey, blobId };
  }
}

/** Groups neighbours with the same hash. */
export async function* byHash(list: AsyncIterable<ListedObject>): AsyncGenerator<[ListedObject, ...ListedObject[]]> {
  let group: [ListedObject, ...ListedObject[]] | undefined;
  for await (const object of list) {
    if (group?.[0].sha256 === object.sha256) group.push(object);
    else {
      if (group) yield group;
      group = [object];
    }
  }
  if (group) yield group;
}

/** Runs work for each entry, at most {@link TRANSFERS_AT_ONCE} concurrently. Rejects with the first error, after the others have ended. */
export async function forEachAtOnce<T>(entries: AsyncIterable<T>, work: (entry: T) => Promise<void>): Promise<void> {
  const iterator = entries[Symbol.asyncIterator]();
  let failure: { error: unknown } | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const takeAll = async (): Promise<void> => {
    while (!failure) {
      // The entries are taken one after another.
      const taken = turn.then(() => iterator.next());
      turn = taken.catch(() => undefined);
      try {
        const { done, value } = await taken;
        if (done) return;
        await work(value as T);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: TRANSFERS_AT_ONCE }, takeAll));
  await iterator.return?.();
  if (failure) throw failure.error;
}

/** What a backup did with the objects. */
export interface Transferred {
  /** Different objects, and their size. */
  count: number;
  size: number;
  /** Those of them that the target did not have. */
  added: number;
  addedSize: number;
  damaged: string[];
}

interface Source {
  pool: DatabasePool;
  storage: Storage;
}

/** Returns the present key of a blob: a URL that was invalidated has moved its bytes. */
async function presentKey(pool: DatabasePool, { blobId, storageKey }: ListedObject): Promise<string | null> {
  const { rows } = await pool.query<{ key: string }>("select storage_key as key from blobs where id = $1 and storage_key <> $2", [
    blobId,
    storageKey,
  ]);
  return rows[0]?.key ?? null;
}

/** Copies an object into the target. Returns whether its bytes have the expected hash; others are not stored. */
async function copyFrom({ storage }: Source, target: Storage, object: ListedObject, from: string): Promise<boolean> {
  const { sha256, sizeBytes, mimeType } = object;
  const changed = new BackupError("The bytes have changed.");
  try {
    const { stream } = await storage.get(from);
    await target.put(
      objectKey(sha256),
      hashed(stream, { bytes: sizeBytes, sha256 }, () => changed),
      { contentType: mimeType },
    );
    return true;
  } catch (error) {
    if (error === changed || (error instanceof Error && error.cause === changed)) return false;
    if (error instanceof StorageError && error.code === "not-found") return false;
    throw error;
  }
}

async function transfer(source: Source, target: Storage, group: readonly ListedObject[]): Promise<boolean> {
  for (const object of group) {
    if (await copyFrom(source, target, object, object.storageKey)) return true;
    const moved = await presentKey(source.pool, object);
    if (moved !== null && (await copyFrom(source, target, object, moved))) return true;
  }
  return false;
}

/** Yields the groups, each with whether the target has its object. Both are in the order of the hashes, so one pass is enough. */
async function* withPresence(
  groups: AsyncIterable<[ListedObject, ...ListedObject[]]>,
  target: Storage,
): AsyncGenerator<{ group: [ListedObject, ...ListedObject[]]; isPresent: boolean }> {
  const present = target.list(OBJECTS)[Symbol.asyncIterator]();
  let next: StoredObject | undefined;
  const advance = async (): Promise<void> => {
    const { done, value } = await present.next();
    next = done ? undefined : value;
  };
  await advance();
  for await (const group of groups) {
    const key = objectKey(group[0].sha256);
    while (next && next.key < key) await advance();
    yield { group, isPresent: next?.key === key && next.sizeBytes === group[0].sizeBytes };
  }
}

/** Transfers the objects of a backup that the target does not have. Each is read once and compared with its hash. */
export async function transferObjects(
  source: Source,
  target: Storage,
  backup: Pick<Manifest, "id" | "objects">,
  onProgress: (sofar: Readonly<Transferred>) => void,
): Promise<Transferred> {
  const result: Transferred = { count: 0, size: 0, added: 0, addedSize: 0, damaged: [] };
  await forEachAtOnce(withPresence(byHash(listedObjects(target, backup)), target), async ({ group, isPresent }) => {
    const { sizeBytes } = group[0];
    const isAdded = !isPresent && (await transfer(source, target, group));
    if (!isPresent && !isAdded) result.damaged.push(...group.map(({ storageKey }) => storageKey));
    else {
      result.count += 1;
      result.size += sizeBytes;
    }
    if (isAdded) {
      result.added += 1;
      result.addedSize += sizeBytes;
    }
    onProgress(result);
  });
  return result;
}
