import fs from "node:fs";
import path from "node:path";
import type { Config } from "./platform/config/config.ts";
import type { DatabaseAddress } from "./platform/db/pool.ts";
import { createLogger } from "./platform/http/logger.ts";
import { AlreadyRunningError, embeddedConnection, lockInstance, startEmbeddedPostgres } from "./platform/postgres/index.ts";

/** The database of an installation, for programs beside the server. */
export interface ExistingDatabase {
  address: DatabaseAddress;
  /** Whether the server is known to be stopped: this program started its embedded database. */
  isServerStopped: boolean;
  /** Stops what was started for it. */
  close(): Promise<void>;
}

/** Returns the real path of the data folder. Unlike the server, other programs do not create one. @throws Error */
export function existingDataDir({ DATA_DIR, DATABASE_URL }: Config): string {
  if (!DATABASE_URL && !fs.existsSync(path.join(DATA_DIR, "postgres", "PG_VERSION")))
    throw new Error(`DATA_DIR: there is no database in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL as for the server.`);
  return fs.existsSync(DATA_DIR) ? fs.realpathSync(DATA_DIR) : path.resolve(DATA_DIR);
}

/** Opens the database of an installation, whether its server runs or not. */
export async function openExistingDatabase(config: Config, dataDir: string): Promise<ExistingDatabase> {
  const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
  if (url) return { address: { connectionString: url }, isServerStopped: false, close: () => Promise.resolve() };
  const dir = path.join(dataDir, "postgres");
  try {
    const lock = await lockInstance(dataDir);
    const server = await startEmbeddedPostgres({ dir, log: createLogger("silent") });
    const close = async (): Promise<void> => {
      await server.stop();
      lock.release();
    };
    return { address: server.connection, isServerStopped: true, close };
  } catch (error) {
    if (!(error instanceof AlreadyRunningError)) throw error;
    return { address: embeddedConnection(dir), isServerStopped: false, close: () => Promise.resolve() };
  }
}
