import { existingDataDir, openExistingDatabase } from "../existing-database.ts";
import type { Config } from "../platform/config/config.ts";
import { addressBeside, createPool, type DatabaseAddress, type DatabasePool } from "../platform/db/pool.ts";
import { createLogger } from "../platform/http/logger.ts";
import type { Storage } from "../platform/ports/storage.port.ts";
import { createStorage } from "../platform/ports/storage/index.ts";

/** Store and database of an installation. */
export interface Opened {
  dataDir: string;
  storage: Storage;
  pool: DatabasePool;
  /** Opens another database of the same server. The caller closes it. */
  open(database: string): DatabasePool;
}

/** Runs work with the store and the database of an installation as they are, whether its server runs or not. No migration is applied. */
export async function withOpened<T>(config: Config, work: (opened: Opened) => Promise<T>): Promise<T> {
  const dataDir = existingDataDir(config);
  const storage = await createStorage(config, dataDir);
  const database = await openExistingDatabase(config, dataDir);
  const open = (address: DatabaseAddress): DatabasePool => createPool(address, { max: 4, log: createLogger("silent") });
  const pool = open(database.address);
  try {
    return await work({ dataDir, storage, pool, open: (name) => open(addressBeside(database.address, name)) });
  } finally {
    await pool.end();
    await database.close();
  }
}
