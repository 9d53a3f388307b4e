import { Readable } from "node:stream";
import type { Executor } from "../../platform/db/client.ts";
import { installation } from "../../platform/db/schema/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { type Storage, StorageError } from "../../platform/ports/storage.port.ts";

/** Key of the object that has the id of the installation to which a store belongs. */
export const OWNER_KEY = "installation";

/** Returns the id of this installation, which its database contains. */
async function idOf(db: Executor): Promise<string> {
  await db.insert(installation).values({}).onConflictDoNothing();
  const [row] = await db.select({ id: installation.id }).from(installation);
  if (!row) throw new Error("the installation has no id");
  return row.id;
}

async function ownerOf(storage: Storage): Promise<string | null> {
  try {
    const { stream } = await storage.get(OWNER_KEY);
    return Buffer.concat(await stream.toArray()).toString();
  } catch (error) {
    if (error instanceof StorageError && error.code === "not-found") return null;
    throw error;
  }
}

/**
 * Returns whether the store belongs to this installation. A store without an owner becomes its own. In another one nothing may be swept:
 * objects without a row here may have one in another database.
 */
export async function isOwnStore({ db, storage }: Pick<Ports, "db" | "storage">): Promise<boolean> {
  const [id, owner] = await Promise.all([idOf(db), ownerOf(storage)]);
  if (owner !== null) return owner === id;
  await storage.put(OWNER_KEY, Readable.from([Buffer.from(id)]));
  return true;
}
