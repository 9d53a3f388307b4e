import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config/config.ts";
import { type Clock, systemClock } from "../clock.port.ts";
import type { Storage } from "../storage.port.ts";
import { createDiskStorage } from "./disk.storage.ts";
import { parseS3Url } from "./s3-settings.ts";
import { tracedStorage } from "./traced.storage.ts";

export { createDiskStorage, resolveRange } from "./disk.storage.ts";
export { parseS3Url, type S3Settings } from "./s3-settings.ts";

/** Returns the folder of a store, or null for an S3 store. */
function folderOf(url: string): string | null {
  if (/^s3(\+http)?:/u.test(url)) return null;
  return /^file:\/\//u.test(url) ? fileURLToPath(url) : url.replace(/^file:/u, "");
}

/** Returns the folder of the store, or null for an S3 store. */
export function storeFolder({ STORAGE_URL: url }: Pick<Config, "STORAGE_URL">, dataDir: string): string | null {
  return url ? folderOf(url) : join(dataDir, "storage");
}

/** Opens a store beside that of the installation, by the address of an S3 bucket or by a folder. */
export async function openStore(url: string): Promise<{ storage: Storage; folder: string | null }> {
  const folder = folderOf(url);
  if (folder !== null) return { storage: createDiskStorage({ root: folder }), folder: resolve(folder) };
  const { createS3Storage } = await import("./s3.storage.ts");
  return { storage: createS3Storage(parseS3Url(url)), folder };
}

/** Creates the store of STORAGE_URL; by default the folder `storage` of the data folder. The S3 driver is loaded on demand. */
export async function createStorage(config: Config, dataDir: string, clock: Clock = systemClock): Promise<Storage> {
  const root = storeFolder(config, dataDir);
  if (root !== null) return tracedStorage(createDiskStorage({ root }), "disk");
  const { createS3Storage } = await import("./s3.storage.ts");
  return tracedStorage(createS3Storage(parseS3Url(config.STORAGE_URL ?? ""), undefined, clock), "s3");
}
