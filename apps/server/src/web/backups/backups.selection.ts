import type { ClientBase } from "pg";
import { copyIn, copyOut } from "../../platform/db/copy.ts";
import { emailKeyOf } from "../../people/auth/index.ts";
import { BLOBS, type CoveredTable, type Reference } from "./backups.coverage.ts";
import { BackupError } from "./backups.format.ts";
import { quoted } from "./backups.snapshot.ts";

/** What the user wants back: a workspace by id or name, or an account by id or address. */
export interface Wanted {
  kind: "workspace" | "account";
  name: string;
}

/** The account or workspace of a backup that returns. */
export interface Root extends Wanted {
  id: string;
  email: string | null;
  /** The workspace, or the personal library of the account. */
  spaceId: string | null;
  /** Users who were members, by id, with their addresses. */
  members: Map<string, string>;
  /** Other workspaces in which the account was, by id, with their names. */
  others: Map<string, string>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

async function findWorkspace(scratch: ClientBase, name: string, backup: string): Promise<Root> {
  const isId = UUID.test(name);
  const { rows } = await scratch.query<{ id: string; name: string; members: number }>(
    `select w.id, w.name, (select count(*)::int from members m where m.workspace_id = w.id) as members
     from workspaces w where w.kind = 'team' and ${isId ? "w.id = $1" : "w.name = $1"} order by w.id`,
    [name],
  );
  if (rows.length > 1)
    throw new BackupError(
      `The backup ${backup} has ${rows.length} workspaces of this name. Use an id: ${rows.map(({ id }) => id).join(", ")}.`,
    );
  const [found] = rows;
  if (!found) throw new BackupError(`The backup ${backup} does not have this workspace. Use an earlier one with --at.`);
  if (found.members === 0)
    throw new BackupError(`The workspace ${name} was being deleted when the backup ${backup} was created. Use an earlier one with --at.`);
  const { rows: members } = await scratch.query<{ id: string; email: string }>(
    "select u.id, u.email from members m join users u on u.id = m.user_id where m.workspace_id = $1 order by m.joined_at, u.id",
    [found.id],
  );
  const byId = new Map(members.map(({ id, email }) => [id, email]));
  return { kind: "workspace", id: found.id, name: found.name, email: null, spaceId: found.id, members: byId, others: new Map() };
}

async function findAccount(scratch: ClientBase, name: string, backup: string): Promise<Root> {
  const isId = UUID.test(name);
  const { rows } = await scratch.query<{ id: string; email: string; space: string | null }>(
    `select u.id, u.email, w.id as space from users u left join workspaces w on w.personal_owner_id = u.id where ${isId ? "u.id" : "u.email_key"} = $1`,
    [isId ? name : emailKeyOf(name)],
  );
  const [found] = rows;
  if (!found) throw new BackupError(`The backup ${backup} does not have this account. Use an earlier one with --at.`);
  const { rows: others } = await scratch.query<{ id: string; name: string }>(
    "select w.id, w.name from members m join workspaces w on w.id = m.workspace_id where m.user_id = $1 and w.kind = 'team' order by w.name, w.id",
    [found.id],
  );
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

/** Finds an account or a workspace in a loaded backup. @throws BackupError */
export const findRoot = (scratch: ClientBase, { kind, name }: Wanted, backup: string): Promise<Root> =>
  kind === "workspace" ? findWorkspace(scratch, name, backup) : findAccount(scratch, name, backup);

const list = (columns: readonly string[], of = ""): string => columns.map((column) => `${of}${quoted(column)}`).join(", ");

/** Name of the table with the rows of a table that may return: a temporary one in the installation, one of the schema `part` in the backup. */
export const partOf = (table: string): string => quoted(`part_${table}`);
/** Name of the table with rows that lost their reference to the account when it was deleted. */
const losersOf = (table: string, column: string): string => quoted(`lost_${table}.${column}`);

/** References that the deletion of an account sets to null, in rows that remain. */
export const lostReferences = (tables: readonly CoveredTable[]): { table: CoveredTable; column: string }[] =>
  tables.flatMap((table) =>
    table.references
      .filter(({ action, parent }) => action === "set-null" && parent === "users")
      .flatMap(({ columns }) => columns.map((column) => ({ table, column }))),
  );

const fromParents = ({ columns, parent, parentColumns }: Reference): string =>
  `(${list(columns)}) in (select ${list(parentColumns)} from part.${partOf(parent)})`;

/**
 * Selects the rows that may return, in the loaded backup: what the deletion removes. Rows of other accounts and workspaces do not take
 * part. Which rows return depends on what the installation has: see `resolveRows`.
 */
export async function selectRows(scratch: ClientBase, tables: readonly CoveredTable[], root: Root): Promise<void> {
  await scratch.query("create schema part");
  const names = new Set(tables.map(({ name }) => name));
  for (const { name, columns, references } of tables) {
    const conditions = references
      .filter(({ action, parent }) => action === "cascade" && parent !== name && names.has(parent))
      .map((reference) => fromParents(reference));
    if (name === (root.kind === "workspace" ? "workspaces" : "users")) conditions.push(`id = '${root.id}'`);
    if (columns.includes("workspace_id")) conditions.push(`workspace_id in (select id from part.${partOf("workspaces")})`);
    const where = conditions.length > 0 ? conditions.join(" or ") : "false";
    await scratch.query(`create table part.${partOf(name)} as select ${list(columns)} from public.${quoted(name)} where ${where}`);
    await scratch.query(`analyze part.${partOf(name)}`);
  }
  const used = tables.flatMap(({ name, blobColumns }) =>
    blobColumns.map((column) => `select ${quoted(column)} from part.${partOf(name)} where ${quoted(column)} is not null`),
  );
  await scratch.query(
    `create table part.${partOf(BLOBS)} as select * from public.blobs where refs > 0 and id in (${used.join(" union ")})`,
  );
  await scratch.query(`create table part.part_jobs as select t.identifier, j.payload::text as payload, j.max_attempts, j.key, j.priority
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts < j.max_attempts and j.payload->>'itemId' in (select id::text from part.${partOf("items")}) order by j.id`);
  if (root.kind === "account")
    for (const { table, column } of lostReferences(tables))
      await scratch.query(`create table part.${losersOf(table.name, column)} as
        select ${list(table.key)} from public.${quoted(table.name)} where ${quoted(column)} = '${root.id}'`);
}

async function transfer(scratch: ClientBase, live: ClientBase, name: string): Promise<void> {
  const { rows } = await scratch.query<{ definition: string }>(
    `select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum) as definition
     from pg_attribute where attrelid = $1::regclass and attnum > 0`,
    [`part.${name}`],
  );
  await live.query(`create temp table ${name} (${rows[0]?.definition ?? ""})`);
  await copyIn(live, `copy pg_temp.${name} from stdin (format binary)`, copyOut(scratch, `copy part.${name} to stdout (format binary)`));
  await live.query(`analyze pg_temp.${name}`);
}

/** Copies the selected rows into temporary tables of a connection to the installation. */
export async function transferRows(scratch: ClientBase, live: ClientBase, tables: readonly CoveredTable[], root: Root): Promise<void> {
  for (const { name } of [...tables, { name: BLOBS }, { name: "jobs" }]) await transfer(scratch, live, partOf(name));
  if (root.kind === "account")
    for (const { table, column } of lostReferences(tables)) await transfer(scratch, live, losersOf(table.name, column));
}

/** Sets references to a restored account again, where a deletion has set them to null. Returns the number of rows. */
export async function returnReferences(live: ClientBase, tables: readonly CoveredTable[], root: Root): Promise<number> {
  let count = 0;
  for (const { table, column } of root.kind === "account" ? lostReferences(tables) : []) {
    const isSame = table.key.map((key) => `x.${quoted(key)} = l.${quoted(key)}`).join(" and ");
    const { rowCount } = await live.query(
      `update public.${quoted(table.name)} x set ${quoted(column)} = $1 from pg_temp.${losersOf(table.name, column)} l
       where ${isSame} and x.${quoted(column)} is null`,
      [root.id],
    );
    count += rowCount ?? 0;
  }
  return count;
}
