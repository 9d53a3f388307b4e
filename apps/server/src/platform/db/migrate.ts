import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { runMigrations } from "graphile-worker";
import type { Pool } from "pg";

/** Any number that nothing else in the database locks by. */
const LOCK_KEY = 7_108_700;

/** The folder of migrations: beside this file in the sources, beside the bundle in a build. */
export function migrationsFolder(): string {
  const places = ["./migrations", "../migrations"].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = places.find((place) => fs.existsSync(`${place}/meta/_journal.json`));
  if (!found) throw new Error(`The database migrations are missing: looked in ${places.join(" and ")}.`);
  return found;
}

/**
 * Brings the database and the queue's own schema up to date. Safe when several processes start at once: a session
 * lock lets one in at a time, and those that waited find nothing left to do. Runs outside the caller's transactions.
 */
export async function migrateDatabase(pool: Pool): Promise<void> {
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
