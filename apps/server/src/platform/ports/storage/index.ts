import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config/config.ts";
import type { Storage } from "../storage.port.ts";
import { createDiskStorage } from "./disk.storage.ts";
import { parseS3Url } from "./s3-settings.ts";

export { createDiskStorage, resolveRange } from "./disk.storage.ts";
export { parseS3Url, type S3Settings } from "./s3-settings.ts";

/** Creates the store of STORAGE_URL; by default the folder `storage` of the data folder. The S3 driver is loaded on demand. */
export async function createStorage(config: Config, dataDir: string): Promise<Storage> {
  const url = config.STORAGE_URL;
  if (url && /^s3(\+http)?:/u.test(url)) {
    const { createS3Storage } = await import("./s3.storage.ts");
    return createS3Storage(parseS3Url(url));
  }
  if (!url) return createDiskStorage({ root: join(dataDir, "storage") });
  return createDiskStorage({ root: /^file:\/\//u.test(url) ? fileURLToPath(url) : url.slice("file:".length) });
}
