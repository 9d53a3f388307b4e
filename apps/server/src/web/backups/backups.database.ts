import type { PoolClient } from "pg";
import type { DatabasePool } from "../../platform/db/pool.ts";
import { copyIn } from "../../platform/db/copy.ts";
import { type AppliedMigration, knownMigrations, migrateDatabase } from "../../platform/db/migrate.ts";
import { withStatementLimit } from "../../platform/db/pool.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { BackupError, fileOf, jobsKey, type Manifest, tableKey } from "./backups.format.ts";
import { quoted } from "./backups.snapshot.ts";

/** Removes everything of an installation without accounts, for all that an earlier version or a failed attempt has left. */
const EMPTY_SCHEMA = `do $$ declare found record; begin
  for found in select c.oid::regclass as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  loop execute format('drop table if exists %s cascade', found.name); end loop;
  for found in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
  loop execute format('drop function if exists %s cascade', found.name); end loop;
end $$; drop schema if exists drizzle cascade; drop schema if exists graphile_worker cascade`;

/** @throws BackupError when this program does not know the schema of a backup */
export function checkMigrations({ id, version, migrations }: Pick<Manifest, "id" | "version" | "migrations">): void {
  const known = knownMigrations();
  const isSame = ({ hash, createdAt }: AppliedMigration, index: number): boolean =>
    known[index] === undefined || (known[index].hash === hash && known[index].createdAt === createdAt);
  if (migrations.length > known.length)
    throw new BackupError(`The backup ${id} was created by a newer version (${version}). Install that version first.`);
  if (!migrations.every(isSame)) throw new BackupError(`The backup ${id} was created by another program than this one.`);
}

/**
 * Refuses a database that is in use or not empty, and prepares it: the tables of an installation without accounts are removed. The pool has
 * not been used before.
 * @throws BackupError
 */
export async function prepareEmpty(pool: DatabasePool, isDryRun: boolean): Promise<void> {
  const { rows: others } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'stillreel'`,
  );
  if (others.length > 0) throw new BackupError("A server uses this database. Stop it first.");
  const { rows } = await pool.query<{ ours: boolean; tables: number }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as ours,
       (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as tables`,
  );
  const { ours, tables } = rows[0] ?? { ours: false, tables: 0 };
  if (!ours && tables > 0) throw new BackupError("The database has tables of another program. Restore into an empty database.");
  if (!ours) return;
  const { rows: users } = await pool.query<{ exists: boolean }>(
    "select case when to_regclass('public.users') is null then false else exists (select from public.users) end as exists",
  );
  if (users[0]?.exists)
    throw new BackupError("The installation is not empty: it has accounts. Restore into an empty DATA_DIR or database.");
  if (!isDryRun) await pool.query(EMPTY_SCHEMA);
}

/** Constraints between tables. They are removed while the rows are loaded, and compared when they are added again. */
async function takeForeignKeys(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conrelid::regclass::text, conname`,
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

async function loadTable(client: PoolClient, target: Storage, id: string, table: Manifest["tables"][number]): Promise<void> {
  const into = `public.${quoted(table.name)} (${table.columns.map(quoted).join(", ")})`;
  const rows = await copyIn(client, `copy ${into} from stdin`, fileOf(target, tableKey(id, table.name), table));
  if (rows !== table.rows) throw new BackupError(`The table ${table.name} of the backup has ${rows} rows instead of ${table.rows}.`);
}

/** Adds the jobs of the queue with its own function, because the form of its tables depends on its version. */
async function loadJobs(client: PoolClient, target: Storage, { id, jobs }: Manifest): Promise<void> {
  await client.query(`create temp table restored_jobs (identifier text, payload json, run_at timestamptz, max_attempts int, key text, priority int)
    on commit drop`);
  await copyIn(client, "copy restored_jobs from stdin", fileOf(target, jobsKey(id), jobs));
  await client.query(`select graphile_worker.add_job(identifier, payload => payload, run_at => run_at, max_attempts => max_attempts,
    job_key => key, priority => priority) from restored_jobs`);
}

/** All tables except those of extensions. */
const OWN_TABLES = `from pg_tables where schemaname = 'public' and tablename not in (
  select c.relname from pg_class c join pg_depend d on d.objid = c.oid and d.classid = 'pg_class'::regclass where d.deptype = 'e')`;

async function loadAll(client: PoolClient, target: Storage, manifest: Manifest, onTable: (name: string) => void): Promise<void> {
  const foreignKeys = await takeForeignKeys(client);
  const { rows: tables } = await client.query<{ disable: string; enable: string }>(
    `select format('alter table %I.%I disable trigger user', schemaname, tablename) as disable,
       format('alter table %I.%I enable trigger user', schemaname, tablename) as enable ${OWN_TABLES}`,
  );
  for (const { disable } of tables) await client.query(disable);
  // Migrations add rows too.
  const { rows: all } = await client.query<{ truncate: string | null }>(
    `select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ') as truncate ${OWN_TABLES}`,
  );
  for (const { truncate } of all) if (truncate !== null) await client.query(truncate);
  for (const table of manifest.tables) {
    onTable(table.name);
    await loadTable(client, target, manifest.id, table);
  }
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query("select setval($1::regclass, $2::bigint, $3)", [`public.${quoted(name)}`, value, isCalled]);
  for (const { enable } of tables) await client.query(enable);
  for (const add of foreignKeys) await client.query(add);
  await loadJobs(client, target, manifest);
}

/**
 * Loads the rows of a backup into a database that {@link prepareEmpty} accepted, in one transaction: after a failure the database has no
 * accounts, so another attempt is possible. Then the migrations that the backup does not have are applied.
 */
export async function loadDatabase(
  pool: DatabasePool,
  target: Storage,
  manifest: Manifest,
  onTable: (name: string) => void,
): Promise<void> {
  await migrateDatabase(pool, manifest.migrations.length);
  const client = await withStatementLimit(0, () => pool.direct.connect());
  try {
    await client.query("begin");
    await client.query("set local timezone = 'UTC'");
    await client.query("set local datestyle = 'ISO'");
    await client.query("set local intervalstyle = 'postgres'");
    await loadAll(client, target, manifest, onTable);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release(true);
  }
  await migrateDatabase(pool);
  await pool.query("analyze");
}
