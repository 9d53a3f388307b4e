import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import type { ListView } from "./lists.repo.ts";
import { type Reach, reachValues } from "./reach.plan.ts";

export type ItemType = "image" | "video";

/** Which items of a space `all` means: a view, of one type or both, of one place or all, in somebody's reach; none that came after `before`. */
export interface Scope {
  workspaceId: string;
  userId: string;
  view: ListView;
  type: ItemType | null;
  /** The folder, or the workspace for its root; null for everywhere. Always given for the view `folder`. */
  containerId: string | null;
  before: Date;
  /** With what of it the user may do this; null for all. */
  reach: Reach | null;
}

/** What is done with many items at once. */
export type BulkAction =
  | { kind: "trash" }
  | { kind: "restore" }
  | { kind: "delete" }
  | { kind: "move"; folderId: string | null }
  | { kind: "favorite"; favorite: boolean };

/** An item of the space, as far as bulk work needs to know it. */
export interface LockedItem {
  id: string;
  type: ItemType;
  folderId: string | null;
  trashed: boolean;
}

const any = (list: readonly string[]) => sql`any(${sql.param(list)}::uuid[])`;
const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;

const starred = (userId: string) => sql`exists (select from favorites f where f.user_id = ${userId} and f.item_id = i.id)`;

/** The condition that an item is in reach. Sets are asked by hash. */
function reached(reach: Reach): SQL {
  const [containers, shown, hidden] = reachValues(reach).map((ids) => sql`(select unnest(${ids}::uuid[]))`);
  const lies = reach.way === "within" ? sql`i.container_id in ${containers}` : sql`i.container_id not in ${containers}`;
  return sql`(${lies} or i.id in ${shown}) and i.id not in ${hidden}`;
}

function inScope(scope: Scope): SQL {
  const { workspaceId, view, type, containerId, before, reach } = scope;
  const parts = [
    view === "folder" ? sql`i.container_id = ${containerId}` : sql`i.workspace_id = ${workspaceId}`,
    view === "trash"
      ? sql`i.trashed_at is not null and i.trashed_at <= ${moment(before)}`
      : sql`i.trashed_at is null and i.created_at <= ${moment(before)}`,
    type === null ? sql`i.type in ('image', 'video')` : sql`i.type = ${type}`,
    ...(view !== "folder" && containerId !== null ? [sql`i.container_id = ${containerId}`] : []),
    ...(view === "shared" ? [sql`i.shared`] : []),
    ...(view === "starred" ? [starred(scope.userId)] : []),
    ...(reach === null ? [] : [reached(reach)]),
  ];
  return sql.join(parts, sql` and `);
}

/** Is there anything left to do with the item? */
function isToDo(action: BulkAction, scope: Scope): SQL {
  if (action.kind === "move") return sql` and i.folder_id is distinct from ${action.folderId}::uuid`;
  if (action.kind === "favorite") return sql` and ${action.favorite ? sql`not ` : sql``}${starred(scope.userId)}`;
  return sql``;
}

/** The statement that finds the next items of a scope with which something is left to do. */
export const toDoStatement = (scope: Scope, action: BulkAction, limit: number): SQL =>
  sql`select i.id from items i where ${inScope(scope)}${isToDo(action, scope)} limit ${limit}`;

export async function listToDo(db: Executor, scope: Scope, action: BulkAction, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(toDoStatement(scope, action, limit));
  return rows.map((row) => row.id);
}

/** How many items a scope has, and with how many of them something is left to do. */
export async function countScope(db: Executor, scope: Scope, action: BulkAction): Promise<{ all: number; toDo: number }> {
  const count = async (more: SQL): Promise<number> => {
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from items i where ${inScope(scope)}${more}`);
    return rows[0]?.count ?? 0;
  };
  return { all: await count(sql``), toDo: await count(isToDo(action, scope)) };
}

const LOCKS = { change: sql`for no key update`, hold: sql`for share`, look: sql`` } as const;

/** Those of these items that are in the space, locked in the order of their ids: to `change` them, to `hold` them as they are, or not at all. */
export async function lockItems(
  tx: Executor,
  workspaceId: string,
  itemIds: readonly string[],
  how: keyof typeof LOCKS,
): Promise<LockedItem[]> {
  const { rows } = await tx.execute<{ id: string; type: ItemType; folder_id: string | null; trashed: boolean }>(sql`
    select id, type, folder_id, trashed_at is not null as trashed from items
    where workspace_id = ${workspaceId} and id = ${any(itemIds)} order by id ${LOCKS[how]}`);
  return rows.map(({ id, type, folder_id: folderId, trashed }) => ({ id, type, folderId, trashed }));
}

/** Puts locked items into the bin, each with the name of its folder. */
export async function trash(tx: Executor, itemIds: readonly string[], at: Date): Promise<void> {
  await tx.execute(sql`
    update items i set trashed_at = ${moment(at)}, trashed_from = (select f.name from folders f where f.id = i.folder_id), updated_at = ${moment(at)}
    where i.id = ${any(itemIds)}`);
}

/** Takes locked items out of the bin. Their folder is still noted if it still stands. */
export async function restore(tx: Executor, itemIds: readonly string[], at: Date): Promise<void> {
  await tx.execute(sql`update items set trashed_at = null, trashed_from = null, updated_at = ${moment(at)} where id = ${any(itemIds)}`);
}

/** Puts locked items into a folder; those that are there already are left alone. */
export async function move(tx: Executor, itemIds: readonly string[], folderId: string | null, at: Date): Promise<void> {
  await tx.execute(sql`
    update items set folder_id = ${folderId}::uuid, updated_at = ${moment(at)}
    where id = ${any(itemIds)} and folder_id is distinct from ${folderId}::uuid`);
}

/** Stars items that are held. Answers how many were not before. */
export async function star(tx: Executor, userId: string, itemIds: readonly string[], at: Date): Promise<number> {
  const done = await tx.execute(sql`
    insert into favorites (user_id, item_id, workspace_id, type, title, item_created_at, trashed, created_at)
    select ${userId}::uuid, i.id, i.workspace_id, i.type, i.title, i.created_at, i.trashed_at is not null, ${moment(at)}
    from items i where i.id = ${any(itemIds)} order by i.id on conflict do nothing`);
  return done.rowCount ?? 0;
}

/** Takes the stars of items away. Answers how many had one. */
export async function unstar(tx: Executor, userId: string, itemIds: readonly string[]): Promise<number> {
  const done = await tx.execute(sql`
    with mine as (select item_id from favorites where user_id = ${userId} and item_id = ${any(itemIds)} order by item_id for update)
    delete from favorites f using mine where f.user_id = ${userId} and f.item_id = mine.item_id`);
  return done.rowCount ?? 0;
}
