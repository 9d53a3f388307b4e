import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
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

/** A migration as the database records it. */
export interface AppliedMigration {
  /** SHA-256 of its statements. */
  hash: string;
  /** Its time in milliseconds, as text. */
  createdAt: string;
}

interface Journal {
  entries: { tag: string; when: number }[];
}
const journalOf = (folder: string): Journal => JSON.parse(fs.readFileSync(path.join(folder, "meta/_journal.json"), "utf8")) as Journal;

/** Returns all migrations of this program, in their order. */
export function knownMigrations(): AppliedMigration[] {
  const folder = migrationsFolder();
  return journalOf(folder).entries.map(({ tag, when }) => ({
    hash: createHash("sha256")
      .update(fs.readFileSync(path.join(folder, `${tag}.sql`)))
      .digest("hex"),
    createdAt: String(when),
  }));
}

/** Returns the number of migrations that a database does not have yet; 0 for an empty one. */
export async function countPendingMigrations(pool: DatabasePool): Promise<number> {
  const { rows: found } = await pool.query<{ found: boolean }>("select to_regclass('drizzle.__drizzle_migrations') is not null as found");
  if (!found[0]?.found) return 0;
  const { rows } = await pool.query<{ last: string | null }>("select max(created_at)::text as last from drizzle.__drizzle_migrations");
  const last = rows[0]?.last ?? null;
  return last === null ? 0 : knownMigrations().filter(({ createdAt }) => Number(createdAt) > Number(last)).length;
}

/** Runs work with a folder of the first migrations only. */
async function withFirstMigrations(count: number, work: (folder: string) => Promise<void>): Promise<void> {
  const all = migrationsFolder();
  const journal = journalOf(all);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-migrations-"));
  try {
    fs.mkdirSync(path.join(folder, "meta"));
    const entries = journal.entries.slice(0, count);
    fs.writeFileSync(path.join(folder, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) fs.copyFileSync(path.join(all, `${tag}.sql`), path.join(folder, `${tag}.sql`));
    await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Migrates the database and the schema of the job queue. Safe when several processes start at the same time: a session
 * lock of the database itself admits one process, and waiting processes find nothing left to do. Runs outside the caller's transactions, and its
 * statements have no time limit.
 * @param count number of the first migrations to apply, for a restore of an earlier version; all by default
 * @throws UnusableDatabase that names the remedy, when the user may not create tables
 */
export async function migrateDatabase(pool: DatabasePool, count?: number): Promise<void> {
  const apply = (folder: string): Promise<void> => withStatementLimit(0, () => migrateLocked(pool.direct, folder));
  try {
    await (count === undefined ? apply(migrationsFolder()) : withFirstMigrations(count, apply));
  } catch (error) {
    const reason = missingRight(error);
    if (reason === undefined) throw error;
    throw new UnusableDatabase(
      `DATABASE_URL: its user may not create or change the tables (${reason}). Make it the owner of the database.`,
    );
  }
}

async function migrateLocked(pool: DatabasePool, folder: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    try {
      await migrate(drizzle(client), { migrationsFolder: folder });
      await runMigrations({ pgPool: pool });
    } finally {
      await client.query("select pg_advisory_unlock($1)", [LOCK_KEY]);
    }
  } finally {
    client.release();
  }
}
