import type { Logger } from "pino";
import type { Config } from "./platform/config/config.ts";
import type { DatabaseAddress, DatabasePool } from "./platform/db/pool.ts";
import { checkSameDatabase, waitForDatabase } from "./platform/db/wait-for-database.ts";

/** Returns the addresses of the database itself and of its replica, if they are set. */
export function otherAddresses({ DATABASE_DIRECT_URL, DATABASE_READ_URL }: Config): {
  direct?: DatabaseAddress;
  replica?: DatabaseAddress;
} {
  return {
    ...(DATABASE_DIRECT_URL ? { direct: { connectionString: DATABASE_DIRECT_URL } } : {}),
    ...(DATABASE_READ_URL ? { replica: { connectionString: DATABASE_READ_URL } } : {}),
  };
}

/** Waits for the external database, and for the one behind a pooler. */
export async function waitForDatabases(pool: DatabasePool, { DATABASE_URL, DATABASE_DIRECT_URL }: Config, log: Logger): Promise<void> {
  if (DATABASE_URL) await waitForDatabase(pool, { name: "DATABASE_URL", url: DATABASE_URL }, log);
  if (!DATABASE_DIRECT_URL) return;
  await waitForDatabase(pool.direct, { name: "DATABASE_DIRECT_URL", url: DATABASE_DIRECT_URL }, log);
  await checkSameDatabase(pool, pool.direct);
}
