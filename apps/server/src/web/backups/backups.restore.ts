import { createHash } from "node:crypto";
import type { DatabasePool } from "../../platform/db/pool.ts";
import type { Keys } from "../../platform/ports/keys.port.ts";
import { type Storage, StorageError } from "../../platform/ports/storage.port.ts";
import { checkMigrations, loadDatabase, prepareEmpty } from "./backups.database.ts";
import {
  BackupError,
  fileOf,
  hashed,
  identitiesOf,
  jobsKey,
  listBackups,
  type ListedObject,
  type Manifest,
  objectKey,
  readManifest,
  tableKey,
} from "./backups.format.ts";
import { byHash, forEachAtOnce, listedObjects } from "./backups.objects.ts";

/** What a restore needs of the new installation. */
export interface Empty {
  /** Null for a dry run before the database exists. */
  pool: DatabasePool | null;
  storage: Storage;
  keys: Keys;
}

/** What the user chose. */
export interface RestoreOptions {
  /** Restores the newest backup that was not made after it; the newest of all by default. */
  at?: Date;
  isDryRun: boolean;
  /** Accepts a backup of an installation with another secret. */
  hasOtherSecret: boolean;
  /** Accepts objects in the store that the backup does not have: the database was lost, and the store was not. */
  hasStore: boolean;
  /** Continues without objects that the backup does not have, or has with other bytes. */
  isPartial: boolean;
}

/** Receivers of the progress. */
export interface RestoreProgress {
  onBackup(manifest: Manifest): void;
  onTable(name: string): void;
  onObjects(sofar: Readonly<Restored>): void;
}

/** Result of a restore. */
export interface Restored {
  objects: number;
  size: number;
  /** Storage keys whose bytes the backup does not have, also those that were damaged when it was created. */
  missing: string[];
}

/** Returns the newest complete backup that was not made after a time. @throws BackupError */
export async function chooseBackup(target: Storage, at: Date | undefined): Promise<Manifest> {
  const ids = await listBackups(target);
  const incomplete: string[] = [];
  const times: string[] = [];
  for (const id of ids.toReversed()) {
    const manifest = await readManifest(target, id);
    if (!manifest) incomplete.push(id);
    else if (!at || Date.parse(manifest.at) <= at.getTime()) return manifest;
    else times.push(manifest.at);
  }
  const cut = incomplete.length > 0 ? ` It has ${incomplete.length} that were cut off: ${incomplete.slice(0, 3).join(", ")}.` : "";
  if (times.length > 0)
    throw new BackupError(`The target has no complete backup of that time. The oldest one is of ${times.at(-1) ?? ""}.${cut}`);
  throw new BackupError(`The target has no complete backup.${cut}`);
}

/** @throws BackupError when this program, or an installation with these keys, cannot use the backup */
export function checkBackup(manifest: Manifest, keys: Keys, hasOtherSecret: boolean): void {
  checkMigrations(manifest);
  if (hasOtherSecret || identitiesOf(keys).includes(manifest.installation)) return;
  throw new BackupError(
    `The backup ${manifest.id} is of an installation with another secret. Set SECRET to that one, or copy its file \`secret\` into DATA_DIR. ` +
      "With --other-secret it is restored without: passwords of services and of links, and connections, have to be set again.",
  );
}

/** Refuses a store with objects that the backup does not have: it may be that of another installation. */
async function checkStore(storage: Storage, target: Storage, manifest: Manifest): Promise<void> {
  const unknown = new Set<string>();
  for await (const { key } of storage.list("b/")) unknown.add(key);
  if (unknown.size === 0) return;
  for await (const { storageKey } of listedObjects(target, manifest)) unknown.delete(storageKey);
  if (unknown.size > 0)
    throw new BackupError(
      `The store is not empty: it has ${unknown.size} objects that are not in the backup. Restore into an empty store, ` +
        "or use --existing-store when it is the store of the lost installation.",
    );
}

async function readAll(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _chunk of source) continue;
}

/** Returns whether an object exists with these bytes. */
export async function hasObject(storage: Storage, key: string, { sha256, sizeBytes }: ListedObject): Promise<boolean> {
  try {
    const { stream, sizeBytes: size } = await storage.get(key);
    if (size !== sizeBytes) {
      stream.destroy();
      return false;
    }
    const hash = createHash("sha256");
    for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk);
    return hash.digest("hex") === sha256;
  } catch (error) {
    if (error instanceof StorageError && error.code === "not-found") return false;
    throw error;
  }
}

/** Copies an object from the backup into the store, unless it is there. Returns false when the backup does not have its bytes. */
export async function restoreObject(storage: Storage, target: Storage, object: ListedObject): Promise<boolean> {
  const { sha256, sizeBytes, mimeType, storageKey } = object;
  if (await hasObject(storage, storageKey, object)) return true;
  const changed = new BackupError("The bytes have changed.");
  try {
    const { stream } = await target.get(objectKey(sha256));
    await storage.put(
      storageKey,
      hashed(stream, { bytes: sizeBytes, sha256 }, () => changed),
      { contentType: mimeType },
    );
    return true;
  } catch (error) {
    if (error === changed || (error instanceof StorageError && error.code === "not-found")) return false;
    throw error;
  }
}

interface Run extends Empty {
  target: Storage;
  manifest: Manifest;
  options: RestoreOptions;
  progress: RestoreProgress;
}

async function restoreObjects({ storage, target, manifest, options, progress }: Run): Promise<Restored> {
  const result: Restored = { objects: 0, size: 0, missing: [] };
  await forEachAtOnce(byHash(listedObjects(target, manifest)), async (group) => {
    const isGood = options.isDryRun ? await hasObject(target, objectKey(group[0].sha256), group[0]) : true;
    for (const object of group) {
      if (isGood && (options.isDryRun || (await restoreObject(storage, target, object)))) {
        result.objects += 1;
        result.size += object.sizeBytes;
      } else result.missing.push(object.storageKey);
    }
    progress.onObjects(result);
  });
  const wereDamaged = new Set(manifest.damaged);
  const lost = result.missing.filter((key) => !wereDamaged.has(key));
  if (lost.length > 0 && !options.isPartial)
    throw new BackupError(
      `The backup ${manifest.id} does not have the bytes of ${lost.length} objects, or has them changed, such as ` +
        `${lost.slice(0, 3).join(", ")}. Use an earlier backup, or --partial to restore all others.`,
    );
  return result;
}

/** Compares the files of the database with their hashes. */
async function checkFiles({ target, manifest, progress }: Run): Promise<void> {
  for (const table of manifest.tables) {
    progress.onTable(table.name);
    await readAll(fileOf(target, tableKey(manifest.id, table.name), table));
  }
  await readAll(fileOf(target, jobsKey(manifest.id), manifest.jobs));
}

/**
 * Restores a backup into an empty installation: first the objects, then all rows in one transaction. Every hash is compared. After a failure
 * the database has no accounts, and the same restore can be repeated. A dry run changes nothing.
 * @throws BackupError
 */
export async function restoreBackup(
  empty: Empty,
  target: Storage,
  options: RestoreOptions,
  progress: RestoreProgress,
): Promise<{ manifest: Manifest; restored: Restored }> {
  const manifest = await chooseBackup(target, options.at);
  progress.onBackup(manifest);
  checkBackup(manifest, empty.keys, options.hasOtherSecret);
  if (empty.pool) await prepareEmpty(empty.pool, options.isDryRun);
  const run: Run = { ...empty, target, manifest, options, progress };
  if (!options.hasStore) await checkStore(empty.storage, target, manifest);
  if (options.isDryRun) await checkFiles(run);
  const restored = await restoreObjects(run);
  if (empty.pool && !options.isDryRun) await loadDatabase(empty.pool, target, manifest, progress.onTable);
  return { manifest, restored };
}
