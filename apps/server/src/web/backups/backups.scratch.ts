import type { PoolClient } from "pg";
import { missingRight } from "../../platform/db/database-errors.ts";
import type { DatabasePool } from "../../platform/db/pool.ts";
import { BackupError } from "./backups.format.ts";
import { quoted } from "./backups.snapshot.ts";

/** Opens another database of the same server. */
export type OpenDatabase = (database: string) => DatabasePool;

/** Removes the temporary database of this installation. One of a restore that was killed is there until the next one. */
async function remove(client: PoolClient, name: string): Promise<void> {
  await client.query(`drop database if exists ${quoted(name)} with (force)`);
}

/**
 * Runs work with an empty database beside that of the installation, and removes it afterwards. One of an installation exists at a time,
 * which the caller ensures.
 * @throws BackupError when the user of the database may not create one
 */
export async function withScratch<T>(client: PoolClient, open: OpenDatabase, work: (scratch: DatabasePool) => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ name: string; create: string }>(
    `select 'stillreel_restore_' || oid as name, format('create database %I template template0 encoding %L lc_collate %L lc_ctype %L',
       'stillreel_restore_' || oid, pg_encoding_to_char(encoding), datcollate, datctype) as create
     from pg_database where datname = current_database()`,
  );
  const { name, create } = rows[0] ?? { name: "", create: "" };
  try {
    await remove(client, name);
    await client.query(create);
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
    await remove(client, name);
  }
}
