import fs from "node:fs";
import path from "node:path";
import type { Config } from "../platform/config/config.ts";
import type { Storage } from "../platform/ports/storage.port.ts";
import { openStore, storeFolder } from "../platform/ports/storage/index.ts";
import { BackupError } from "../web/backups/index.ts";
import { UsageError } from "./command.ts";

const realPath = (folder: string): string => (fs.existsSync(folder) ? fs.realpathSync(folder) : path.resolve(folder));
const isWithin = (folder: string, parent: string): boolean => folder === parent || folder.startsWith(`${parent}${path.sep}`);

/** Runs work, and names the target in an error that names the store. */
export async function namingTarget<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = (error as Error).message;
    if (!/^STORAGE_URL|of STORAGE_URL/u.test(message)) throw error;
    throw new BackupError(
      `The target cannot be used. ${message.replace("STORAGE_URL, or DATA_DIR/storage,", "TARGET").replace("STORAGE_URL", "TARGET")}`,
    );
  }
}

/** Opens the target of backups: the argument, or BACKUP_TARGET. @throws UsageError without one, BackupError when it cannot be used */
export async function openTarget(given: string | undefined, config: Config, dataDir: string): Promise<Storage> {
  const url = given ?? config.BACKUP_TARGET;
  if (!url) throw new UsageError("Name the target: a folder, or s3://KEY:SECRET@HOST/BUCKET. Or set BACKUP_TARGET.");
  const { storage, folder } = await namingTarget(() => openStore(url));
  if (folder === null) return storage;
  for (const used of [storeFolder(config, dataDir), path.join(dataDir, "postgres")]) {
    if (used !== null && isWithin(realPath(folder), realPath(used)))
      throw new BackupError(`The target ${folder} is inside of ${used}. Choose a folder on another disk.`);
  }
  return storage;
}
