import { randomBytes } from "node:crypto";
import type { DatabasePool } from "../../platform/db/pool.ts";
import { productVersion } from "../../platform/config/product-version.ts";
import { holdBackupLock, releaseBackupLock, withoutBackups } from "../../platform/db/backup-lock.ts";
import { withStatementLimit } from "../../platform/db/pool.ts";
import type { Keys } from "../../platform/ports/keys.port.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import {
  BackupError,
  FORMAT,
  idOf,
  identitiesOf,
  listBackups,
  type Manifest,
  manifestKey,
  readManifest,
  writeManifest,
} from "./backups.format.ts";
import { transferObjects, type Transferred } from "./backups.objects.ts";
import { type Removed, removeOldBackups } from "./backups.retention.ts";
import { storeSnapshot } from "./backups.snapshot.ts";

/** What a backup needs of an installation. */
export interface Installed {
  pool: DatabasePool;
  storage: Storage;
  keys: Keys;
}

/** Receivers of the progress. */
export interface BackupProgress {
  onTable(name: string): void;
  onObjects(sofar: Readonly<Transferred>): void;
}

/** Result of a backup. */
export interface Created {
  manifest: Manifest;
  transferred: Transferred;
  /** Earlier backups without a manifest: they were cut off, or another process creates them. */
  incomplete: string[];
}

/** Refuses a target with backups of another installation. Returns the backups that are incomplete. */
async function checkTarget(target: Storage, identities: readonly string[]): Promise<string[]> {
  const incomplete: string[] = [];
  let newest: Manifest | undefined;
  for (const id of await listBackups(target)) {
    const manifest = await readManifest(target, id);
    if (manifest) newest = manifest;
    else incomplete.push(id);
  }
  if (newest && !identities.includes(newest.installation))
    throw new BackupError("The target has backups of another installation, or of one with another SECRET. Choose another target.");
  return incomplete;
}

/**
 * Creates a backup in a target, while the server runs or is stopped. The database is read in one snapshot. Bytes that users delete meanwhile
 * stay in the store until the end. The manifest is written last.
 * @throws BackupError
 */
export async function createBackup({ pool, storage, keys }: Installed, target: Storage, progress: BackupProgress): Promise<Created> {
  const identities = identitiesOf(keys);
  await target.check();
  const client = await withStatementLimit(0, () => pool.direct.connect());
  try {
    await holdBackupLock(client);
    const incomplete = await checkTarget(target, identities);
    const snapshot = await storeSnapshot(client, target, (at) => idOf(at, randomBytes(3).toString("hex")), progress.onTable);
    const transferred = await transferObjects(
      { pool, storage },
      target,
      { ...snapshot, objects: { ...snapshot.objects, count: 0, size: 0 } },
      progress.onObjects,
    );
    const manifest: Manifest = {
      format: FORMAT,
      version: productVersion(),
      installation: identities[0],
      ...snapshot,
      objects: { ...snapshot.objects, count: transferred.count, size: transferred.size },
      damaged: transferred.damaged.toSorted(),
      finishedAt: new Date().toISOString(),
    };
    // Fails when the connection was lost, and the lock with it: then the bytes may not be complete.
    await client.query("select 1");
    await target.put(
      manifestKey(snapshot.id),
      (async function* content() {
        yield writeManifest(manifest);
      })(),
      { contentType: "application/json" },
    );
    await releaseBackupLock(client);
    return { manifest, transferred, incomplete };
  } finally {
    // Closing the connection releases the lock after an error.
    client.release(true);
  }
}

/** Removes all but the newest backups of a target. Returns null while another backup runs: the next removal does it. @throws BackupError */
export async function retainBackups({ pool, keys }: Installed, target: Storage, retained: number): Promise<Removed | null> {
  const client = await withStatementLimit(0, () => pool.direct.connect());
  try {
    let removed: Removed | null = null;
    await withoutBackups(client, async () => {
      await checkTarget(target, identitiesOf(keys));
      removed = await removeOldBackups(target, retained);
    });
    return removed;
  } finally {
    client.release(true);
  }
}
