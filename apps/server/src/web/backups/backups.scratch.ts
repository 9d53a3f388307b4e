import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { missingRight } from "../../platform/db/database-errors.ts";
import type { DatabasePool } from "../../platform/db/pool.ts";
import { BackupError } from "./backups.format.ts";
import { named } from "./backups.statements.ts";

/** Opens another database of the same server. */
export type OpenDatabase = (database: string) => DatabasePool;

/** Removes the temporary database of this installation. One of a restore that was killed is there until the next one. */
async function remove(db: Executor, name: string): Promise<void> {
  await db.execute(sql`drop database if exists ${named(name)} with (force)`);
}

/**
 * Runs work with an empty database beside that of the installation, and removes it afterwards. One of an installation exists at a time,
 * which the caller ensures.
 * @throws BackupError when the user of the database may not create one
 */
export async function withScratch<T>(db: Executor, open: OpenDatabase, work: (scratch: DatabasePool) => Promise<T>): Promise<T> {
  const { rows } = await db.execute<{ name: string; encoding: string; collate: string; ctype: string }>(sql`
    select 'stillreel_restore_' || oid as name, pg_encoding_to_char(encoding) as encoding, datcollate as collate, datctype as ctype
    from pg_database where datname = current_database()`);
  const { name, encoding, collate, ctype } = rows[0] ?? { name: "", encoding: "", collate: "", ctype: "" };
  try {
    await remove(db, name);
    await db.execute(
      sql`create database ${named(name)} template template0 encoding ${named(encoding)} lc_collate ${named(collate)} lc_ctype ${named(ctype)}`,
    );
  } catch (error) {
    if (missingRight(error) === undefined) throw error;
    throw new BackupError(
      "The user of the database may not create a temporary one. Give it the right for the time of the restore: alter role NAME createdb.",
    );
  }
  const scratch = open(name);
  try {
    return await work(scratch);
  } finally {
    await scratch.end();
    await remove(db, name);
  }
}
