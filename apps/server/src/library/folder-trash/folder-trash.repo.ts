import { and, eq, inArray, lt, lte, sql, type SQL } from "drizzle-orm";
import { deleteInBatches } from "../../platform/db/batches.ts";
import type { Executor } from "../../platform/db/client.ts";
import { type DeletedSubtree, deletedFolders, favoriteFolders, folders, grants, type StoredEntry } from "../../platform/db/schema/index.ts";
import type { Grantee } from "../../access/policies/grants.policy.ts";

export type FolderRow = typeof folders.$inferSelect;
export type DeletedFolderRow = typeof deletedFolders.$inferSelect;
type Kind = FolderRow["kind"];

/** Rows per insert statement. */
const BATCH = 500;

const uuids = (ids: readonly string[]) => sql`${sql.param(ids)}::uuid[]`;
/** Condition for an item that is still where the deletion left it; `d` is its row, `i` the item. */
const IS_LEFT = sql.raw("i.folder_id is null and i.trashed_at is not distinct from d.trashed_at");

/** Returns folders, parents first. */
export async function listFolders(tx: Executor, folderIds: readonly string[]): Promise<FolderRow[]> {
  return tx
    .select()
    .from(folders)
    .where(sql`${folders.id} = any(${uuids(folderIds)})`)
    .orderBy(folders.nestLevel, folders.id);
}

/** Returns a folder of this workspace. */
export async function findFolder(tx: Executor, workspaceId: string, folderId: string): Promise<FolderRow | undefined> {
  const rows = await tx
    .select()
    .from(folders)
    .where(and(eq(folders.id, folderId), eq(folders.workspaceId, workspaceId)));
  return rows[0];
}

const ENTRY = {
  principalKind: grants.principalKind,
  principalId: grants.principalId,
  read: grants.read,
  write: grants.write,
  createdBy: grants.createdBy,
};

/** Returns the entries of these folders by folder id. */
export async function listEntries(tx: Executor, folderIds: readonly string[]): Promise<Map<string, StoredEntry[]>> {
  const rows = await tx
    .select({ folderId: grants.folderId, ...ENTRY })
    .from(grants)
    .where(sql`${grants.folderId} = any(${uuids(folderIds)})`)
    .orderBy(grants.principalId);
  const byFolder = new Map<string, StoredEntry[]>();
  for (const { folderId, ...entry } of rows) if (folderId !== null) byFolder.set(folderId, [...(byFolder.get(folderId) ?? []), entry]);
  return byFolder;
}

/** Returns the items in these folders that have direct entries, with these. */
export async function listItemEntries(
  tx: Executor,
  workspaceId: string,
  folderIds: readonly string[],
): Promise<{ itemId: string; folderId: string; entries: StoredEntry[] }[]> {
  const { rows } = await tx.execute<{ [K in keyof StoredEntry]: StoredEntry[K] } & { itemId: string; folderId: string }>(sql`
    select i.id as "itemId", i.folder_id as "folderId", g.principal_kind as "principalKind", g.principal_id as "principalId", g.read, g.write,
      g.created_by as "createdBy"
    from grants g join items i on i.id = g.item_id
    where g.workspace_id = ${workspaceId} and g.item_id is not null and i.folder_id = any(${uuids(folderIds)})`);
  return [...Map.groupBy(rows, (row) => row.itemId)].flatMap(([itemId, all]) => {
    const folderId = all[0]?.folderId;
    return folderId === undefined ? [] : [{ itemId, folderId, entries: all.map(({ itemId: _, folderId: __, ...entry }) => entry) }];
  });
}

/** Returns the stars of these folders by folder id. */
export async function listStars(tx: Executor, folderIds: readonly string[]): Promise<Map<string, { userId: string; createdAt: Date }[]>> {
  const rows = await tx
    .select({ folderId: favoriteFolders.folderId, userId: favoriteFolders.userId, createdAt: favoriteFolders.createdAt })
    .from(favoriteFolders)
    .where(sql`${favoriteFolders.folderId} = any(${uuids(folderIds)})`);
  return Map.groupBy(rows, (row) => row.folderId);
}

/** A member with the time since which they belong to the workspace. */
export interface Member extends Grantee {
  joinedAt: Date;
}

type MemberRow = { user_id: string; joined_at: string; team_ids: string[] };
const MEMBER_COLUMNS = sql.raw(
  `m.user_id, m.joined_at, array(select t.team_id::text from team_members t where t.workspace_id = m.workspace_id and t.user_id = m.user_id) as team_ids`,
);
const memberOf = (row: MemberRow): Member => ({
  userId: row.user_id,
  teamIds: new Set(row.team_ids),
  joinedAt: new Date(row.joined_at),
});

/** Returns the members of a workspace with their teams, and prevents their removal until the transaction ends. */
export async function holdMembers(tx: Executor, workspaceId: string): Promise<Member[]> {
  const { rows } = await tx.execute<MemberRow>(
    sql`select ${MEMBER_COLUMNS} from members m where m.workspace_id = ${workspaceId} order by m.user_id for key share of m`,
  );
  return rows.map(memberOf);
}

/** Returns a member of a workspace with their teams. */
export async function findMember(db: Executor, workspaceId: string, userId: string): Promise<Member | undefined> {
  const { rows } = await db.execute<MemberRow>(
    sql`select ${MEMBER_COLUMNS} from members m where m.workspace_id = ${workspaceId} and m.user_id = ${userId}`,
  );
  return rows.map(memberOf)[0];
}

/** Returns the teams of a workspace, and prevents their deletion until the transaction ends. */
export async function holdTeams(tx: Executor, workspaceId: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from teams where workspace_id = ${workspaceId} order by id for key share`,
  );
  return new Set(rows.map((row) => row.id));
}

export async function insertDeletedFolder(tx: Executor, row: typeof deletedFolders.$inferInsert): Promise<void> {
  await tx.insert(deletedFolders).values(row);
}

/** Splits entries of targets into one array per column. */
function columnsOf(entries: ReadonlyMap<string, readonly StoredEntry[]>) {
  const rows = [...entries].flatMap(([targetId, all]) => all.map((entry) => ({ targetId, ...entry })));
  const [uuid, text, boolean] = [sql.raw("uuid"), sql.raw("text"), sql.raw("boolean")];
  const column = <T>(of: (row: (typeof rows)[number]) => T, type: SQL) => sql`${sql.param(rows.map(of))}::${type}[]`;
  return sql`unnest(${column((row) => row.targetId, uuid)}, ${column((row) => row.principalKind, text)},
    ${column((row) => row.principalId, uuid)}, ${column((row) => row.read, boolean)}, ${column((row) => row.write, boolean)},
    ${column((row) => row.createdBy, uuid)}) e(target_id, principal_kind, principal_id, read, write, created_by)`;
}

/**
 * Records the former folder of each item of these folders, and copies the entries of the folder to it. Items with direct entries
 * are listed in `ofItems` with the entries that they need.
 * @param trashedAt time at which the deletion moves the items to the trash; null when it moves them to the root
 */
export async function storeItems(
  tx: Executor,
  given: {
    deletedFolderId: string;
    folderIds: readonly string[];
    ofFolders: ReadonlyMap<string, readonly StoredEntry[]>;
    ofItems: ReadonlyMap<string, readonly StoredEntry[]>;
    at: Date;
    trashedAt: Date | null;
  },
): Promise<void> {
  const { deletedFolderId, folderIds, ofFolders, ofItems, at, trashedAt } = given;
  await tx.execute(sql`
    with copied as (
      insert into grants (id, workspace_id, item_id, principal_kind, principal_id, read, write, created_by, created_at)
      select gen_random_uuid(), i.workspace_id, i.id, e.principal_kind, e.principal_id, e.read, e.write, e.created_by, ${at.toISOString()}::timestamptz
      from ${columnsOf(ofFolders)} join items i on i.folder_id = e.target_id
      where i.id <> all(${uuids([...ofItems.keys()])})
      returning id, item_id),
    of_item as (select item_id, array_agg(id) as ids from copied group by item_id)
    insert into deleted_folder_items (item_id, deleted_folder_id, folder_id, was_trashed, trashed_at, entry_ids)
    select i.id, ${deletedFolderId}::uuid, i.folder_id, i.trashed_at is not null,
      coalesce(i.trashed_at, ${trashedAt?.toISOString() ?? null}::timestamptz), coalesce(o.ids, '{}')
    from items i left join of_item o on o.item_id = i.id where i.folder_id = any(${uuids(folderIds)})
    on conflict (item_id) do update set deleted_folder_id = excluded.deleted_folder_id, folder_id = excluded.folder_id,
      was_trashed = excluded.was_trashed, trashed_at = excluded.trashed_at, entry_ids = excluded.entry_ids`);
  if (ofItems.size > 0)
    await tx.execute(sql`
      insert into grants (id, workspace_id, item_id, principal_kind, principal_id, read, write, created_by, created_at)
      select gen_random_uuid(), i.workspace_id, i.id, e.principal_kind, e.principal_id, e.read, e.write, e.created_by, ${at.toISOString()}::timestamptz
      from ${columnsOf(ofItems)} join items i on i.id = e.target_id`);
}

/** A deleted folder of a list. */
export interface ListedFolder extends Omit<DeletedFolderRow, "subtree"> {
  /** Only when it was requested. */
  subtree: DeletedSubtree | null;
  /** The present name of the former parent; null when it is gone. */
  liveParentName: string | null;
  items: number;
}

/**
 * Returns the deleted folders of a workspace, the newest first, with the number of live items that would return.
 * @param hiddenItemIds items that are not counted
 */
export async function listDeleted(
  db: Executor,
  workspaceId: string,
  { limit, hiddenItemIds, hasSubtree }: { limit: number; hiddenItemIds: readonly string[]; hasSubtree: boolean },
): Promise<ListedFolder[]> {
  const { rows } = await db.execute<Omit<ListedFolder, "deletedAt"> & { deletedAt: string }>(sql`
    select f.id, f.workspace_id as "workspaceId", f.deleted_at as "deletedAt", f.kind, f.name, f.color, f.parent_id as "parentId",
      f.parent_name as "parentName", f.folder_count as "folderCount", case when ${hasSubtree} then f.subtree end as subtree,
      p.name as "liveParentName", c.items
    from deleted_folders f
      left join folders p on p.id = f.parent_id and p.workspace_id = f.workspace_id
      cross join lateral (
        select count(*)::int as items from deleted_folder_items d join items i on i.id = d.item_id
        where d.deleted_folder_id = f.id and not d.was_trashed and i.workspace_id = f.workspace_id and ${IS_LEFT}
          and i.id <> all(${uuids(hiddenItemIds)})) c
    where f.workspace_id = ${workspaceId}
    order by f.deleted_at desc, f.id limit ${limit}`);
  return rows.map((row) => ({ ...row, deletedAt: new Date(row.deletedAt) }));
}

/** Locks a deleted folder of this workspace until the transaction ends. */
export async function lockDeleted(tx: Executor, workspaceId: string, folderId: string): Promise<DeletedFolderRow | undefined> {
  const rows = await tx
    .select()
    .from(deletedFolders)
    .where(and(eq(deletedFolders.id, folderId), eq(deletedFolders.workspaceId, workspaceId)))
    .for("update");
  return rows[0];
}

/** Deleted folders of a workspace that were deleted at `before` or earlier, of one kind or (null) of all. */
export interface TrashScope {
  workspaceId: string;
  before: Date;
  kind: Kind | null;
}

const inScope = ({ workspaceId, before, kind }: TrashScope) =>
  and(
    eq(deletedFolders.workspaceId, workspaceId),
    lte(deletedFolders.deletedAt, before),
    kind === null ? undefined : eq(deletedFolders.kind, kind),
  );

/** Returns the subtrees of a scope. */
export async function listSubtrees(
  tx: Executor,
  scope: TrashScope,
): Promise<Pick<DeletedFolderRow, "id" | "parentId" | "deletedAt" | "subtree">[]> {
  return tx
    .select({
      id: deletedFolders.id,
      parentId: deletedFolders.parentId,
      deletedAt: deletedFolders.deletedAt,
      subtree: deletedFolders.subtree,
    })
    .from(deletedFolders)
    .where(inScope(scope));
}

/** Deletes all deleted folders of a scope. Returns their number. */
export async function purgeAll(tx: Executor, scope: TrashScope): Promise<number> {
  const gone = await tx.delete(deletedFolders).where(inScope(scope));
  return gone.rowCount ?? 0;
}

/** Deletes deleted folders by id. Returns their number. */
export async function purgeMany(tx: Executor, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const gone = await tx.delete(deletedFolders).where(inArray(deletedFolders.id, [...ids]));
  return gone.rowCount ?? 0;
}

/** Deletes the folders that were deleted before this time. Returns their number. */
export const purgeDue = (db: Executor, before: Date, signal: AbortSignal): Promise<number> =>
  // Each of them has the entries of its items.
  deleteInBatches(db, deletedFolders, lt(deletedFolders.deletedAt, before), signal, { limit: 100 });

/** Locks the items of a deletion that are still where it left them, in the common lock order of items. Returns their ids. */
export async function lockLeftItems(tx: Executor, workspaceId: string, deletedFolderId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select i.id from deleted_folder_items d join items i on i.id = d.item_id
    where d.deleted_folder_id = ${deletedFolderId} and i.workspace_id = ${workspaceId} and ${IS_LEFT}
    order by i.id for no key update of i`);
  return rows.map((row) => row.id);
}

/** Returns the normalized names of the folders directly inside a folder, or at the root. */
export async function siblingKeys(tx: Executor, workspaceId: string, parentId: string | null, kind: Kind): Promise<Set<string>> {
  const rows = await tx
    .select({ nameKey: folders.nameKey })
    .from(folders)
    .where(
      and(
        eq(folders.workspaceId, workspaceId),
        sql`coalesce(parent_id, workspace_id) = ${parentId ?? workspaceId}`,
        eq(folders.kind, kind),
      ),
    );
  return new Set(rows.map((row) => row.nameKey));
}

/** Returns those of these users who exist. */
export async function existingUsers(tx: Executor, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from users where id = any(${uuids(userIds)}) order by id for key share`);
  return new Set(rows.map((row) => row.id));
}

/** Inserts folders, given parents first. */
export async function insertFolders(tx: Executor, rows: readonly (typeof folders.$inferInsert)[]): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) await tx.insert(folders).values(rows.slice(from, from + BATCH));
}

export async function insertEntries(tx: Executor, rows: readonly (typeof grants.$inferInsert)[]): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) await tx.insert(grants).values(rows.slice(from, from + BATCH));
}

export async function insertStars(tx: Executor, rows: readonly (typeof favoriteFolders.$inferInsert)[]): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH)
    await tx
      .insert(favoriteFolders)
      .values(rows.slice(from, from + BATCH))
      .onConflictDoNothing();
}

/** Moves locked items of a deletion back into their folders, and out of the trash if the deletion moved them there. Returns the number of live ones. */
export async function returnItems(tx: Executor, deletedFolderId: string, itemIds: readonly string[], at: Date): Promise<number> {
  const { rows } = await tx.execute<{ live: boolean }>(sql`
    update items i set folder_id = d.folder_id,
      trashed_at = case when d.was_trashed then i.trashed_at end, trashed_from = case when d.was_trashed then i.trashed_from end,
      updated_at = case when d.was_trashed then i.updated_at else ${at.toISOString()}::timestamptz end
    from deleted_folder_items d
    where d.deleted_folder_id = ${deletedFolderId} and d.item_id = any(${uuids(itemIds)}) and i.id = d.item_id
    returning not d.was_trashed as live`);
  return rows.filter((row) => row.live).length;
}

/**
 * Deletes the entries that a deletion copied to these items, where they are equal to the entries that the items inherit again. An item
 * whose entries changed since, or whose folder has other entries now, retains its own.
 * @param inherited the flat entries of each restored folder
 */
export async function dropCopiedEntries(
  tx: Executor,
  deletedFolderId: string,
  itemIds: readonly string[],
  inherited: ReadonlyMap<string, readonly StoredEntry[]>,
): Promise<void> {
  const signature = (table: SQL): SQL =>
    sql`array_agg(${table}.principal_id || ' ' || (${table}.read or ${table}.write) || ' ' || ${table}.write order by ${table}.principal_id)`;
  await tx.execute(sql`
    with expected as (select e.target_id, ${signature(sql.raw("e"))} as entries from ${columnsOf(inherited)} group by e.target_id),
    own as (
      select d.item_id, d.folder_id, d.entry_ids, ${signature(sql.raw("g"))} as entries
      from deleted_folder_items d join grants g on g.item_id = d.item_id
      where d.deleted_folder_id = ${deletedFolderId} and d.item_id = any(${uuids(itemIds)}) and cardinality(d.entry_ids) > 0
      group by d.item_id having bool_and(g.id = any(d.entry_ids)))
    delete from grants g using own join expected on expected.target_id = own.folder_id and expected.entries = own.entries
    where g.item_id = own.item_id`);
}
