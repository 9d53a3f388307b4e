import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { BLOBS } from "./backups.coverage.ts";
import { BackupError, type ListedObject, type Manifest, objectKey } from "./backups.format.ts";
import { forEachAtOnce } from "./backups.objects.ts";
import { hasObject, type Restored, restoreObject } from "./backups.restore.ts";
import { inTemp, uuids } from "./backups.statements.ts";

/** Rows of one page. */
const PAGE = 500;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

interface Row extends Record<string, unknown>, Omit<ListedObject, "sizeBytes"> {
  size: string;
  refs: number | null;
}

/** Yields the selected blobs with the references that the installation has; null for those that it does not have. */
async function* selected(db: Executor, where: SQL): AsyncGenerator<ListedObject & { refs: number | null }> {
  for (let after = FIRST_ID; ;) {
    const { rows } = await db.execute<Row>(sql`
      select p.id as "blobId", encode(p.sha256, 'hex') as sha256, p.size_bytes::text as size, p.mime_type as "mimeType",
        coalesce(x.storage_key, p.storage_key) as "storageKey", x.refs
      from ${inTemp(BLOBS)} p left join public.blobs x on x.id = p.id where p.id > ${after}::uuid and ${where} order by p.id limit ${PAGE}`);
    for (const { size, ...row } of rows) yield { ...row, sizeBytes: Number(size) };
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.blobId;
  }
}

/** Where bytes come from and go to. */
export interface Objects {
  storage: Storage;
  target: Storage;
  manifest: Manifest;
}

/** What the installation has, with the ids of the blobs that another space has too. */
export interface ReturnedObjects extends Restored {
  shared: string[];
}

/**
 * Writes the bytes of the selected blobs that the installation does not have, each compared with its hash. A dry run compares those of the
 * backup. Repeated, it writes only what is not there.
 * @throws BackupError when the backup does not have some of them, unless the restore is partial
 */
export async function returnBlobs(
  db: Executor,
  { storage, target, manifest }: Objects,
  { isDryRun, isPartial }: { isDryRun: boolean; isPartial: boolean },
  onObjects: (sofar: Readonly<Restored>) => void,
): Promise<ReturnedObjects> {
  const result: ReturnedObjects = { objects: 0, size: 0, missing: [], shared: [] };
  await forEachAtOnce(selected(db, sql`true`), async ({ refs, ...object }) => {
    if (refs !== null) return void result.shared.push(object.blobId);
    const isThere = isDryRun ? await hasObject(target, objectKey(object.sha256), object) : await restoreObject(storage, target, object);
    if (isThere) {
      result.objects += 1;
      result.size += object.sizeBytes;
    } else result.missing.push(object.storageKey);
    onObjects(result);
  });
  const wereDamaged = new Set(manifest.damaged);
  const lost = result.missing.filter((key) => !wereDamaged.has(key));
  if (lost.length > 0 && !isPartial)
    throw new BackupError(
      `The backup ${manifest.id} does not have the bytes of ${lost.length} objects, or has them changed, such as ` +
        `${lost.slice(0, 3).join(", ")}. Use an earlier backup with --at, or --partial to restore all others.`,
    );
  return result;
}

/**
 * Locks the rows of blobs that another space has, so that no job removes their bytes, and writes the bytes of those that a deletion has
 * released meanwhile. Runs in the transaction that adds the rows.
 */
export async function secureShared(db: Executor, { storage, target }: Objects, shared: readonly string[]): Promise<void> {
  if (shared.length === 0) return;
  await db.execute(sql`select from public.blobs where id = any(${uuids(shared)}) order by id for no key update`);
  const where = sql`coalesce(x.refs, 0) <= 0 and p.id = any(${uuids(shared)})`;
  const released: ListedObject[] = [];
  for await (const object of selected(db, where)) released.push(object);
  for (const object of released)
    if (!(await restoreObject(storage, target, object)))
      throw new BackupError(
        `The bytes of ${object.storageKey} were deleted, and the backup does not have them. Use an earlier backup with --at.`,
      );
}
