import { otherAddresses, waitForDatabases } from "../external-databases.ts";
import { readConfig } from "../platform/config/config.ts";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { createPool } from "../platform/db/pool.ts";
import { createLogger } from "../platform/http/logger.ts";
import { type Program, parsed, UsageError } from "./command.ts";

/** Migrates an external database before new processes start. An embedded database is migrated by its only process. */
export const MIGRATE: Program = {
  args: "",
  summary: "create or update the tables of DATABASE_URL; the server does the same at its start",
  async run(args, { print }, env) {
    parsed(args, {}, 0);
    const config = readConfig(env);
    const { DATABASE_URL, LOG_LEVEL } = config;
    if (!DATABASE_URL) throw new UsageError("Set DATABASE_URL: the server migrates its embedded database itself.");
    const log = createLogger(LOG_LEVEL);
    const pool = createPool({ connectionString: DATABASE_URL }, { max: 2, log, ...otherAddresses(config) });
    try {
      await waitForDatabases(pool, config, log);
      await migrateDatabase(pool);
    } finally {
      await pool.end();
    }
    print("The database is up to date.");
    return 0;
  },
};
