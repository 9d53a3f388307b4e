import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { runMigrations } from "graphile-worker";
import { missingRight, UnusableDatabase } from "./database-errors.ts";
import { type DatabasePool, withStatementLimit } from "./pool.ts";

/** Key of the advisory lock for migrations. No other lock in the database uses this number. */
const LOCK_KEY = 7_108_700;

/** Returns the folder of the migrations: next to this file in the sources, next to the bundle in a build. */
export function migrationsFolder(): string {
  const folders = ["./migrations", "../migrations"].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));
  const found = folders.find((folder) => fs.existsSync(`${folder}/meta/_journal.json`));
  if (!found) throw new Error(`The database migrations are missing: searched in ${folders.join(" and ")}.`);
  return found;
}

/**
 * Migrates the database and the schema of the job queue. Safe when several processes start at the same time: a session
 * lock of the database itself admits one process, and waiting processes find nothing left to do. Runs outside the caller's transactions, and its
 * statements have no time limit.
 * @throws UnusableDatabase that names the remedy, when the user may not create tables
 */
export async function migrateDatabase(pool: DatabasePool): Promise<void> {
  try {
    await withStatementLimit(0, () => migrateLocked(pool.direct));
  } catch (error) {
    const reason = missingRight(error);
    if (reason === undefined) throw error;
    throw new UnusableDatabase(
      `DATABASE_URL: its user may not create or change the tables (${reason}). Make it the owner of the database.`,
    );
  }
}

async function migrateLocked(pool: DatabasePool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    try {
      await migrate(drizzle(client), { migrationsFolder: migrationsFolder() });
      await runMigrations({ pgPool: pool });
    } finally {
      await client.query("select pg_advisory_unlock($1)", [LOCK_KEY]);
    }
  } finally {
    client.release();
  }
}
