import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";

/** A transfer of all entries starts after this id. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";
/** Number of the lock that one sender at a time holds. */
const LOCK = 7_306_351;
/** Time that enabling the triggers waits for writers, so that it never holds up others for long. */
const LOCK_TIMEOUT = "2s";
/** Triggers that note changes, with their tables in the order in which changes lock them. */
const TRIGGERS = [
  ["items", "items_moved_changes"],
  ["search_entries", "search_entries_added_changes"],
  ["search_entries", "search_entries_changed_changes"],
  ["search_entries", "search_entries_removed_changes"],
] as const;

/** State of the engine that receives the entries. */
export interface EngineState {
  target: string;
  build: number;
  cursor: string | null;
  ready: boolean;
  failure: string | null;
}

/** An entry that was changed or removed. */
export interface Change {
  entryId: string;
  workspaceId: string;
}

/** An entry of a workspace as it is now; without an item and a folder when it has none there. */
export interface EntryRow extends Change {
  itemId: string | null;
  containerId: string | null;
  kind: string | null;
  at: Date | null;
  words: string[];
  /** Null for entries that are no items, such as comments. */
  title: string | null;
}

type Row<T> = T & Record<string, unknown>;

/** Locks sending until the end of the transaction, as soon as no other process sends. */
export async function awaitSending(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
}

/** Locks sending until the end of the transaction. Returns false when another process sends. */
export async function lockSending(tx: Executor): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}::bigint) as locked`);
  return rows[0]?.locked === true;
}

/**
 * Returns the next version. It follows the time, so that it is also larger than those that the engine got before the database was restored
 * from a backup. The lock must be held.
 */
export async function nextVersion(tx: Executor): Promise<number> {
  const { rows } = await tx.execute<{ version: string }>(sql`
    select setval('search_engine_version', greatest(nextval('search_engine_version'), (extract(epoch from clock_timestamp()) * 1000)::bigint)) as version`);
  return Number(rows[0]?.version);
}

/** Returns the state of the engine, or undefined when none was used yet. */
export async function readState(db: Executor): Promise<EngineState | undefined> {
  const { rows } = await db.execute<Row<Omit<EngineState, "build"> & { build: string }>>(
    sql`select target, build, cursor, ready, failure from search_engine limit 1`,
  );
  return rows[0] && { ...rows[0], build: Number(rows[0].build) };
}

/** Starts a complete transfer. A new engine may not answer before its end. */
export async function startTransfer(tx: Executor, target: string, build: number, ready: boolean): Promise<void> {
  await tx.execute(sql`delete from search_engine where target <> ${target}`);
  await tx.execute(sql`
    insert into search_engine (target, build, cursor, ready) values (${target}, ${build}, ${FIRST_ID}::uuid, ${ready})
    on conflict (target) do update set build = excluded.build, cursor = excluded.cursor, ready = excluded.ready, seen_at = now()`);
}

/** Stores how far a transfer is, unless another one has started. Null ends it: the engine has everything. */
export async function moveCursor(tx: Executor, build: number, cursor: string | null): Promise<void> {
  await tx.execute(sql`update search_engine set cursor = ${cursor}::uuid, ready = ready or ${cursor}::uuid is null where build = ${build}`);
}

/** Stores that the engine was reached, or why not. */
export async function noteAttempt(db: Executor, failure: string | null): Promise<void> {
  await db.execute(sql`
    update search_engine set failure = ${failure}, seen_at = case when ${failure}::text is null then now() else seen_at end`);
}

/** Returns whether all triggers are enabled. */
async function areNoted(tx: Executor): Promise<boolean> {
  const names = sql.join(
    TRIGGERS.map(([, trigger]) => sql`${trigger}`),
    sql`, `,
  );
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_trigger where tgname in (${names}) and tgenabled <> 'D' and tgrelid in ('search_entries'::regclass, 'items'::regclass)`,
  );
  return rows[0]?.count === TRIGGERS.length;
}

/**
 * Starts or ends noting changes. The lock of the table waits for the transactions that have written to it, so every later change is noted.
 * It costs nothing when it is already so.
 */
export async function noteChanges(tx: Executor, isNoted: boolean): Promise<void> {
  if ((await areNoted(tx)) === isNoted) return;
  await tx.execute(sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`);
  for (const [table, trigger] of TRIGGERS)
    await tx.execute(sql`alter table ${sql.identifier(table)} ${isNoted ? sql`enable` : sql`disable`} trigger ${sql.identifier(trigger)}`);
}

/** Returns the oldest changes, each with its number. */
export async function readChanges(tx: Executor, limit: number): Promise<(Change & { id: number })[]> {
  const { rows } = await tx.execute<Row<Change & { id: string }>>(
    sql`select id, entry_id as "entryId", workspace_id as "workspaceId" from search_changes order by id limit ${limit}`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Deletes changes that were sent. Others with smaller numbers may have been committed since. */
export async function deleteChanges(tx: Executor, changes: readonly { id: number; workspaceId: string }[]): Promise<void> {
  const json = JSON.stringify(changes.map(({ id, workspaceId }) => ({ id, workspace_id: workspaceId })));
  await tx.execute(sql`
    delete from search_changes c using jsonb_to_recordset(${json}::jsonb) sent(id bigint, workspace_id uuid)
    where c.workspace_id = sent.workspace_id and c.id = sent.id`);
}

/** Returns the next entries of a transfer. */
export async function nextEntries(tx: Executor, cursor: string, limit: number): Promise<Change[]> {
  const { rows } = await tx.execute<Row<Change>>(
    sql`select id as "entryId", workspace_id as "workspaceId" from search_entries where id > ${cursor}::uuid order by id limit ${limit}`,
  );
  return rows;
}

/** Returns entries as they are now. Those that were removed, moved to another workspace or to the trash have no item and no folder. */
export async function readEntries(tx: Executor, changes: readonly Change[]): Promise<EntryRow[]> {
  const json = JSON.stringify(changes.map(({ entryId, workspaceId }) => ({ entry_id: entryId, workspace_id: workspaceId })));
  const { rows } = await tx.execute<Row<EntryRow>>(sql`
    select c.entry_id as "entryId", c.workspace_id as "workspaceId", i.id as "itemId", coalesce(i.container_id, f.id) as "containerId",
      coalesce(i.type, f.kind::text) as kind, e.at, coalesce(tsvector_to_array(e.words), '{}') as words,
      case when e.comment_id is null and not e.spoken then i.title end as title
    from jsonb_to_recordset(${json}::jsonb) c(entry_id uuid, workspace_id uuid)
      left join search_entries e on e.id = c.entry_id and e.workspace_id = c.workspace_id
      left join items i on i.id = e.item_id and i.trashed_at is null
      left join folders f on f.id = e.folder_id`);
  return rows;
}

/** Returns the number of entries up to this one. It reads an index, which takes a while for very many. */
export async function countSent(db: Executor, cursor: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from search_entries where id <= ${cursor}::uuid`);
  return rows[0]?.count ?? 0;
}

/** Returns the number of waiting changes, up to a limit. */
export async function countChanges(db: Executor, limit: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from search_changes limit ${limit}) c`,
  );
  return rows[0]?.count ?? 0;
}

/** Ends the use of an engine that no process has reached since a time: changes are not noted any more. Returns whether there was one. */
export async function retireEngine(tx: Executor, before: Date): Promise<boolean> {
  const { rows } = await tx.execute(sql`delete from search_engine where seen_at < ${before.toISOString()}::timestamptz returning target`);
  if (rows.length === 0) return false;
  await noteChanges(tx, false);
  await tx.execute(sql`delete from search_changes`);
  return true;
}
