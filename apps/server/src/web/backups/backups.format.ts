import { createHash, createHmac } from "node:crypto";
import path from "node:path";
import { pipeline, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import type { Keys } from "../../platform/ports/keys.port.ts";
import { type Storage, StorageError } from "../../platform/ports/storage.port.ts";

/** Version of the format. A program refuses backups of a later one. */
export const FORMAT = 1;
const BACKUPS = "backups/";
/** Prefix of the objects, each stored once under its SHA-256. */
export const OBJECTS = "objects/";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/u);
/** A file of a backup, with the hash of its stored bytes. */
const StoredFile = z.object({ bytes: z.int().min(0), sha256: Sha256 });
const Migration = z.object({ hash: z.string(), createdAt: z.string() });

const Body = z.object({
  format: z.int(),
  id: z.string(),
  /** Time of the snapshot: later changes are not contained. */
  at: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Version of the program that created the backup. */
  version: z.string(),
  postgres: z.string(),
  /** Identifies the installation by its secret, without revealing it. */
  installation: z.string(),
  migrations: z.array(Migration).min(1),
  tables: z.array(StoredFile.extend({ name: z.string(), columns: z.array(z.string()), rows: z.int().min(0) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** Jobs of the queue that have not ended. */
  jobs: StoredFile.extend({ rows: z.int().min(0) }),
  /** The list of objects, and their number and size, each counted once. */
  objects: StoredFile.extend({ rows: z.int().min(0), count: z.int().min(0), size: z.int().min(0) }),
  /** Objects that the store did not have, or had with other bytes, when the backup was created. */
  damaged: z.array(z.string()),
});
const Signed = z.object({ manifest: Body, sha256: Sha256 });

/** What a backup contains. It is written last, so a backup without one is incomplete. */
export type Manifest = z.output<typeof Body>;
export type StoredFile = z.output<typeof StoredFile>;
export type Migration = z.output<typeof Migration>;

/** A reason for which a backup cannot be created or used, in one readable line. */
export class BackupError extends Error {}

/** A row of the list of objects. */
export interface ListedObject {
  sha256: string;
  sizeBytes: number;
  mimeType: string;
  storageKey: string;
  blobId: string;
}

export const objectKey = (sha256: string): string => `${OBJECTS}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
export const folderOf = (id: string): string => `${BACKUPS}${id}/`;
export const tableKey = (id: string, table: string): string => `${folderOf(id)}tables/${table}.copy.gz`;
export const jobsKey = (id: string): string => `${folderOf(id)}jobs.copy.gz`;
export const objectsKey = (id: string): string => `${folderOf(id)}objects.copy.gz`;
export const manifestKey = (id: string): string => `${folderOf(id)}manifest.json`;

/** Returns the id of a backup: its time, which is also the order of the ids, and a random part for two at the same time. */
export const idOf = (at: Date, random: string): string => `${at.toISOString().replace(/[-:.]/gu, "")}-${random}`;

const identityOf = (key: Buffer): string => createHmac("sha256", key).update("installation of a backup").digest("hex");
/** Returns the identity of this installation, followed by those of its earlier secrets. */
export const identitiesOf = (keys: Keys): [current: string, ...earlier: string[]] => [
  identityOf(keys.derive("backup")),
  ...keys.earlier("backup").map(identityOf),
];

const digestOf = (manifest: unknown): string => createHash("sha256").update(JSON.stringify(manifest)).digest("hex");

/** Returns the content of the file of a manifest. */
export const writeManifest = (manifest: Manifest): Buffer =>
  Buffer.from(`${JSON.stringify({ manifest, sha256: digestOf(manifest) }, null, 1)}\n`);

/** Parses the file of a manifest. @throws BackupError */
function parseManifest(id: string, text: string): Manifest {
  const changed = new BackupError(`The manifest of the backup ${id} was changed or is damaged. Use another backup.`);
  let json: { manifest?: { format?: unknown; version?: unknown }; sha256?: unknown };
  try {
    json = JSON.parse(text) as typeof json;
  } catch {
    throw changed;
  }
  if (digestOf(json.manifest) !== json.sha256) throw changed;
  const { format, version } = json.manifest ?? {};
  if (typeof format === "number" && format > FORMAT)
    throw new BackupError(`The backup ${id} was created by a newer version (${String(version)}). Install that version first.`);
  const parsed = Signed.safeParse(json);
  if (!parsed.success) throw changed;
  return parsed.data.manifest;
}

/** Returns the manifest of a backup, or null when it has none, because it was cut off. @throws BackupError */
export async function readManifest(target: Storage, id: string): Promise<Manifest | null> {
  try {
    const { stream } = await target.get(manifestKey(id));
    return parseManifest(id, (await buffer(stream)).toString());
  } catch (error) {
    if (error instanceof StorageError && error.code === "not-found") return null;
    throw error;
  }
}

/** Returns the ids of all backups of a target, the oldest first, complete or not. */
export async function listBackups(target: Storage): Promise<string[]> {
  const ids = new Set<string>();
  for await (const { key } of target.list(BACKUPS)) {
    const id = key.slice(BACKUPS.length).split("/", 1)[0];
    if (id) ids.add(id);
  }
  return [...ids].sort();
}

/** A source of bytes that are hashed while they are read. */
export async function* hashed(source: AsyncIterable<Uint8Array>, expected: StoredFile, failure: () => Error): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    yield chunk;
  }
  if (bytes !== expected.bytes || hash.digest("hex") !== expected.sha256) throw failure();
}

/** Reads a compressed file of a backup, and compares its hash. @throws BackupError when it is missing or has changed */
export async function* fileOf(target: Storage, key: string, file: StoredFile): AsyncGenerator<Buffer> {
  const damaged = (): BackupError => new BackupError(`The file ${path.basename(key)} of the backup is missing, cut off or has changed.`);
  const text = createGunzip();
  try {
    const { stream } = await target.get(key);
    pipeline(Readable.from(hashed(stream, file, damaged)), text, () => undefined);
    yield* text as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof StorageError && error.code !== "not-found") throw error;
    throw damaged();
  } finally {
    text.destroy();
  }
}
