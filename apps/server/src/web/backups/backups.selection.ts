import { sql } from "drizzle-orm";
import type { PoolClient } from "pg";
import { type Executor, executorOn } from "../../platform/db/client.ts";
import { copyIn, copyOut } from "../../platform/db/copy.ts";
import { emailKeyOf } from "../../people/auth/index.ts";
import { BLOBS, type CoveredTable } from "./backups.coverage.ts";
import { findFolder, folderConditions } from "./backups.folder.ts";
import { BackupError } from "./backups.format.ts";
import type { Root, Wanted } from "./backups.root.ts";
import { quoted } from "./backups.snapshot.ts";
import { any, countOf, inPart, inPublic, listed, lostName, matches, named, partName } from "./backups.statements.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

async function findWorkspace(db: Executor, name: string, backup: string): Promise<Root> {
  const { rows } = await db.execute<{ id: string; name: string; members: number }>(sql`
    select w.id, w.name, (select count(*)::int from members m where m.workspace_id = w.id) as members
    from workspaces w where w.kind = 'team' and ${UUID.test(name) ? sql`w.id = ${name}::uuid` : sql`w.name = ${name}`} order by w.id`);
  if (rows.length > 1)
    throw new BackupError(
      `The backup ${backup} has ${rows.length} workspaces of this name. Use an id: ${rows.map(({ id }) => id).join(", ")}.`,
    );
  const [found] = rows;
  if (!found) throw new BackupError(`The backup ${backup} does not have this workspace. Use an earlier one with --at.`);
  if (found.members === 0)
    throw new BackupError(`The workspace ${name} was being deleted when the backup ${backup} was created. Use an earlier one with --at.`);
  const { rows: members } = await db.execute<{ id: string; email: string }>(sql`
    select u.id, u.email from members m join users u on u.id = m.user_id where m.workspace_id = ${found.id}::uuid order by m.joined_at, u.id`);
  const byId = new Map(members.map(({ id, email }) => [id, email]));
  return { kind: "workspace", id: found.id, name: found.name, email: null, spaceId: found.id, members: byId, others: new Map() };
}

async function findAccount(db: Executor, name: string, backup: string): Promise<Root> {
  const { rows } = await db.execute<{ id: string; email: string; space: string | null }>(sql`
    select u.id, u.email, w.id as space from users u left join workspaces w on w.personal_owner_id = u.id
    where ${UUID.test(name) ? sql`u.id = ${name}::uuid` : sql`u.email_key = ${emailKeyOf(name)}`}`);
  const [found] = rows;
  if (!found) throw new BackupError(`The backup ${backup} does not have this account. Use an earlier one with --at.`);
  const { rows: others } = await db.execute<{ id: string; name: string }>(sql`
    select w.id, w.name from members m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${found.id}::uuid and w.kind = 'team' order by w.name, w.id`);
  return {
    kind: "account",
    id: found.id,
    name: found.email,
    email: found.email,
    spaceId: found.space,
    members: new Map([[found.id, found.email]]),
    others: new Map(others.map((other) => [other.id, other.name])),
  };
}

/** Finds an account, a workspace or a folder in a loaded backup. @throws BackupError */
export const findRoot = (db: Executor, { kind, name }: Wanted, backup: string): Promise<Root> =>
  ({ workspace: findWorkspace, account: findAccount, folder: findFolder })[kind](db, name, backup);

/** References that the deletion of an account sets to null, in rows that remain. */
export const lostReferences = (tables: readonly CoveredTable[]): { table: CoveredTable; column: string }[] =>
  tables.flatMap((table) =>
    table.references
      .filter(({ action, parent }) => action === "set-null" && parent === "users")
      .flatMap(({ columns }) => columns.map((column) => ({ table, column }))),
  );

/** Columns of the table of blobs. */
const BLOB_COLUMNS = ["id", "storage_key", "sha256", "size_bytes", "mime_type", "refs", "created_at"];

/** Tables of what returns. */
const ROOT_TABLES = { workspace: "workspaces", account: "users", folder: "folders" };

/** Selects the rows of one table: those whose parents are selected. */
async function selectTable(
  db: Executor,
  { name, columns, references }: CoveredTable,
  names: ReadonlySet<string>,
  root: Root,
): Promise<void> {
  const conditions = references
    .filter(({ action, parent }) => action === "cascade" && parent !== name && names.has(parent))
    .map(
      (reference) => sql`(${listed(reference.columns)}) in (select ${listed(reference.parentColumns)} from ${inPart(reference.parent)})`,
    );
  if (name === ROOT_TABLES[root.kind]) conditions.push(sql`id = ${root.id}::uuid`);
  conditions.push(...folderConditions(name, root));
  if (columns.includes("workspace_id")) conditions.push(sql`workspace_id in (select id from ${inPart("workspaces")})`);
  await db.execute(sql`create table ${inPart(name)} as select ${listed(columns)} from ${inPublic(name)} where ${any(conditions)}`);
  await db.execute(sql`analyze ${inPart(name)}`);
}

/**
 * Selects the rows that may return, in the loaded backup: what the deletion removes. Rows of other accounts and workspaces do not take
 * part. Which rows return depends on what the installation has: see `resolveRows`.
 */
export async function selectRows(db: Executor, tables: readonly CoveredTable[], root: Root): Promise<void> {
  await db.execute(sql`create schema part`);
  const names = new Set(tables.map(({ name }) => name));
  for (const table of tables) await selectTable(db, table, names, root);
  const used = tables.flatMap(({ name, blobColumns }) =>
    blobColumns.map((column) => sql`select ${named(column)} from ${inPart(name)} where ${named(column)} is not null`),
  );
  await db.execute(sql`create table ${inPart(BLOBS)} as select ${listed(BLOB_COLUMNS)} from ${inPublic(BLOBS)}
    where refs > 0 and id in (${sql.join(used, sql` union `)})`);
  await db.execute(sql`create table ${inPart("jobs")} as
    select t.identifier, j.payload::text as payload, j.max_attempts::int as max_attempts, j.key, j.priority::int as priority
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts < j.max_attempts and j.payload->>'itemId' in (select id::text from ${inPart("items")}) order by j.id`);
  if (root.kind === "account")
    for (const { table, column } of lostReferences(tables))
      await db.execute(sql`create table part.${named(lostName(table.name, column))} as
        select ${listed(table.key)} from ${inPublic(table.name)} where ${named(column)} = ${root.id}::uuid`);
}

/** Copies the selected rows into temporary tables of a connection to the installation. */
export async function transferRows(scratch: PoolClient, live: PoolClient, tables: readonly CoveredTable[], root: Root): Promise<void> {
  const db = executorOn(live);
  const transfer = async (name: string): Promise<void> => {
    const into = `copy pg_temp.${quoted(name)} from stdin (format binary)`;
    await copyIn(live, into, copyOut(scratch, `copy part.${quoted(name)} to stdout (format binary)`));
    await db.execute(sql`analyze pg_temp.${named(name)}`);
  };
  const transferLike = async (name: string, table: string, columns: readonly string[]): Promise<void> => {
    await db.execute(sql`create temp table ${named(name)} as select ${listed(columns)} from ${inPublic(table)} with no data`);
    await transfer(name);
  };
  for (const { name, columns } of [...tables, { name: BLOBS, columns: BLOB_COLUMNS }]) await transferLike(partName(name), name, columns);
  await db.execute(
    sql`create temp table ${named(partName("jobs"))} (identifier text, payload text, max_attempts int, key text, priority int)`,
  );
  await transfer(partName("jobs"));
  if (root.kind === "account")
    for (const { table, column } of lostReferences(tables)) await transferLike(lostName(table.name, column), table.name, table.key);
}

/** Sets references to a restored account again, where a deletion has set them to null. Returns the number of rows. */
export async function returnReferences(db: Executor, tables: readonly CoveredTable[], root: Root): Promise<number> {
  let count = 0;
  for (const { table, column } of root.kind === "account" ? lostReferences(tables) : [])
    count += await countOf(
      db,
      sql`update ${inPublic(table.name)} p set ${named(column)} = ${root.id}::uuid from pg_temp.${named(lostName(table.name, column))} q
        where ${matches(table.key, table.key)} and p.${named(column)} is null`,
    );
  return count;
}
