import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../platform/db/client.ts";
import { itemAccessQuery } from "../../../access/rights/index.ts";
import type { ListView } from "./lists.repo.ts";
import { type AccessScope, scopeValues } from "./access-scope.plan.ts";

export type { ItemType } from "@stillreel/contract";
import type { ItemType } from "@stillreel/contract";

/**
 * Items of a workspace that `all` refers to: a view, one type or all, one container or all, limited to a user's access.
 * Items created after `before` are excluded.
 */
export interface Scope {
  workspaceId: string;
  userId: string;
  view: ListView;
  type: ItemType | null;
  /** The folder, or the workspace for its root. Null for all containers. Always set for the view `folder`. */
  containerId: string | null;
  before: Date;
  /** Items on which the user may perform the action, or null for all. */
  accessScope: AccessScope | null;
}

/** An action on many items. */
export type BulkAction =
  | { kind: "trash" }
  | { kind: "restore" }
  | { kind: "delete" }
  | { kind: "move"; folderId: string | null }
  | { kind: "favorite"; favorite: boolean };

/** Data of an item that bulk actions need. */
export interface LockedItem {
  id: string;
  type: ItemType;
  folderId: string | null;
  trashed: boolean;
}

const any = (list: readonly string[]) => sql`any(${sql.param(list)}::uuid[])`;
const timestamp = (at: Date) => sql`${at.toISOString()}::timestamptz`;

const starred = (userId: string) => sql`exists (select from favorites f where f.user_id = ${userId} and f.item_id = i.id)`;

/** Returns the SQL condition for accessible items. Id sets are compared by hash. */
function isAccessible(accessScope: AccessScope): SQL {
  const [containerIds, shownIds, hiddenIds] = scopeValues(accessScope).map((ids) => sql`unnest(${ids}::uuid[])`) as [SQL, SQL, SQL];
  const inside = sql.raw(accessScope.mode === "within" ? "true" : "false");
  return itemAccessQuery({ containerId: sql.raw("i.container_id"), itemId: sql.raw("i.id"), containerIds, inside, shownIds, hiddenIds });
}

function inScope(scope: Scope): SQL {
  const { workspaceId, view, type, containerId, before, accessScope } = scope;
  const parts = [
    view === "folder" ? sql`i.container_id = ${containerId}` : sql`i.workspace_id = ${workspaceId}`,
    view === "trash"
      ? sql`i.trashed_at is not null and i.trashed_at <= ${timestamp(before)}`
      : sql`i.trashed_at is null and i.created_at <= ${timestamp(before)}`,
    type === null ? sql`i.type in ('image', 'video', 'board')` : sql`i.type = ${type}`,
    ...(view !== "folder" && containerId !== null ? [sql`i.container_id = ${containerId}`] : []),
    ...(view === "shared" ? [sql`i.shared`] : []),
    ...(view === "starred" ? [starred(scope.userId)] : []),
    ...(accessScope === null ? [] : [isAccessible(accessScope)]),
  ];
  return sql.join(parts, sql` and `);
}

/** Returns the SQL condition for items that the action would change. */
function isToDo(action: BulkAction, scope: Scope): SQL {
  if (action.kind === "move") return sql` and i.folder_id is distinct from ${action.folderId}::uuid`;
  if (action.kind === "favorite") return sql` and ${action.favorite ? sql`not ` : sql``}${starred(scope.userId)}`;
  return sql``;
}

/** Returns the statement that finds the next items of a scope that the action would change. */
export const toDoStatement = (scope: Scope, action: BulkAction, limit: number): SQL =>
  sql`select i.id from items i where ${inScope(scope)}${isToDo(action, scope)} limit ${limit}`;

export async function listToDo(db: Executor, scope: Scope, action: BulkAction, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(toDoStatement(scope, action, limit));
  return rows.map((row) => row.id);
}

/** Counts all items of a scope, and those that the action would change. */
export async function countScope(db: Executor, scope: Scope, action: BulkAction): Promise<{ all: number; toDo: number }> {
  const count = async (more: SQL): Promise<number> => {
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from items i where ${inScope(scope)}${more}`);
    return rows[0]?.count ?? 0;
  };
  return { all: await count(sql``), toDo: await count(isToDo(action, scope)) };
}

const LOCKS = { change: sql`for no key update`, hold: sql`for share`, read: sql`` } as const;

/**
 * Returns those of these items that are in the workspace, locked in id order: for `change`, for `hold` (unchanged), or
 * unlocked.
 */
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

/** Moves locked items to the trash and stores the names of their folders. */
export async function trash(tx: Executor, itemIds: readonly string[], at: Date): Promise<void> {
  await tx.execute(sql`
    update items i set trashed_at = ${timestamp(at)}, trashed_from = (select f.name from folders f where f.id = i.folder_id), updated_at = ${timestamp(at)}
    where i.id = ${any(itemIds)}`);
}

/** Restores locked items from the trash. They return to their folder if it still exists. */
export async function restore(tx: Executor, itemIds: readonly string[], at: Date): Promise<void> {
  await tx.execute(sql`update items set trashed_at = null, trashed_from = null, updated_at = ${timestamp(at)} where id = ${any(itemIds)}`);
}

/** Moves locked items into a folder. Items that are there already are not changed. */
export async function move(tx: Executor, itemIds: readonly string[], folderId: string | null, at: Date): Promise<void> {
  await tx.execute(sql`
    update items set folder_id = ${folderId}::uuid, updated_at = ${timestamp(at)}
    where id = ${any(itemIds)} and folder_id is distinct from ${folderId}::uuid`);
}

/** Stars locked items. Returns the number of new stars. */
export async function star(tx: Executor, userId: string, itemIds: readonly string[], at: Date): Promise<number> {
  const done = await tx.execute(sql`
    insert into favorites (user_id, item_id, workspace_id, type, title, item_created_at, trashed, created_at)
    select ${userId}::uuid, i.id, i.workspace_id, i.type, i.title, i.created_at, i.trashed_at is not null, ${timestamp(at)}
    from items i where i.id = ${any(itemIds)} order by i.id on conflict do nothing`);
  return done.rowCount ?? 0;
}

/** Removes stars of items. Returns the number of removed stars. */
export async function unstar(tx: Executor, userId: string, itemIds: readonly string[]): Promise<number> {
  const done = await tx.execute(sql`
    with mine as (select item_id from favorites where user_id = ${userId} and item_id = ${any(itemIds)} order by item_id for update)
    delete from favorites f using mine where f.user_id = ${userId} and f.item_id = mine.item_id`);
  return done.rowCount ?? 0;
}
