import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config/config.ts";
import type { Storage } from "../storage.port.ts";
import { createDiskStorage } from "./disk.storage.ts";
import { parseS3Url } from "./s3-settings.ts";

export { createDiskStorage, resolveRange } from "./disk.storage.ts";
export { parseS3Url, type S3Settings } from "./s3-settings.ts";

/** Returns the folder of the store, or null for an S3 store. */
export function storeFolder({ STORAGE_URL: url }: Pick<Config, "STORAGE_URL">, dataDir: string): string | null {
  if (!url) return join(dataDir, "storage");
  if (/^s3(\+http)?:/u.test(url)) return null;
  return /^file:\/\//u.test(url) ? fileURLToPath(url) : url.slice("file:".length);
}

/** Creates the store of STORAGE_URL; by default the folder `storage` of the data folder. The S3 driver is loaded on demand. */
export async function createStorage(config: Config, dataDir: string): Promise<Storage> {
  const root = storeFolder(config, dataDir);
  if (root !== null) return createDiskStorage({ root });
  const { createS3Storage } = await import("./s3.storage.ts");
  return createS3Storage(parseS3Url(config.STORAGE_URL ?? ""));
}
