import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { isOwnStore } from "../../media/media/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { type Storage, StorageError } from "../../platform/ports/storage.port.ts";

/** Folder of objects that the nightly sweep deletes if this check does not. */
const FOLDER = "u/";

const LOSES =
  "The store of STORAGE_URL confirms writes and does not have the bytes afterwards. Uploads are refused. Correct the store, or a proxy before it.";
const OTHER =
  "The store of STORAGE_URL has the files of another installation. Nothing is deleted from it. Use another bucket, or prefix= in STORAGE_URL.";

/** Writes random bytes, reads them back and deletes them. Returns whether they were the same. */
async function returnsBytes(storage: Storage): Promise<boolean> {
  const key = `${FOLDER}check-${randomBytes(12).toString("hex")}`;
  const bytes = randomBytes(32);
  try {
    await storage.put(key, Readable.from([bytes]));
    const { stream } = await storage.get(key);
    return Buffer.concat(await stream.toArray()).equals(bytes);
  } catch (error) {
    if (error instanceof StorageError && (error.code === "lost" || error.code === "not-found")) return false;
    throw error;
  } finally {
    await storage.delete(key).catch(() => undefined);
  }
}

/** Returns the sentence for a store that loses bytes or belongs to another installation, or null. */
export async function storeProblem({ storage, db }: Pick<Ports, "storage" | "db">): Promise<string | null> {
  if (!(await returnsBytes(storage))) return LOSES;
  return (await isOwnStore({ storage, db })) ? null : OTHER;
}
