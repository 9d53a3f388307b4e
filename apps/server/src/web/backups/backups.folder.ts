import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { BackupError } from "./backups.format.ts";
import type { Root } from "./backups.root.ts";
import { countOf, inPart, inPublic, inTemp, OUTLIVING } from "./backups.statements.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Finds a folder in a loaded backup. @throws BackupError */
export async function findFolder(db: Executor, id: string, backup: string): Promise<Root> {
  if (!UUID.test(id)) throw new BackupError("--folder: the id of a folder, which is at the end of its address in the portal.");
  const { rows } = await db.execute<{ id: string; name: string; space: string }>(
    sql`select id, name, workspace_id as space from folders where id = ${id}::uuid`,
  );
  const [found] = rows;
  if (!found) throw new BackupError(`The backup ${backup} does not have this folder. Use an earlier one with --at.`);
  return { kind: "folder", id: found.id, name: found.name, email: null, spaceId: found.space, members: new Map(), others: new Map() };
}

/** Refuses a folder whose space does not exist, and one that is in the trash or in another space. @throws BackupError */
export async function checkFolder(db: Executor, { id, spaceId }: Root): Promise<void> {
  const { rows } = await db.execute<{ deleted: boolean; trashed: boolean; elsewhere: boolean }>(sql`
    select w.deleted_at is not null as deleted, exists (select from deleted_folders where id = ${id}::uuid) as trashed,
      exists (select from folders where id = ${id}::uuid and workspace_id <> w.id) as elsewhere
    from workspaces w where w.id = ${spaceId}::uuid`);
  const [space] = rows;
  if (!space || space.deleted)
    throw new BackupError("The workspace or library of the folder does not exist now. Restore it with --workspace or --account.");
  if (space.trashed) throw new BackupError("The folder is in the trash. Restore it there, in the portal.");
  if (space.elsewhere) throw new BackupError("The folder is in another workspace or library now. Move or delete it there first.");
}

/** Conditions of the rows of one table that belong to the folder by more than a reference: itself, what is below it, and links. */
export function folderConditions(table: string, { kind, id }: Root): SQL[] {
  if (kind !== "folder") return [];
  const ofFolders = sql`folder_id in (select id from ${inPart("folders")})`;
  if (table === "folders") return [sql`id = ${id}::uuid`, sql`path @> array[${id}::uuid]`];
  if (table === "items") return [sql`(${ofFolders} and trashed_at is null)`];
  if (table === OUTLIVING) return [ofFolders, sql`item_id in (select id from ${inPart("items")})`];
  return [];
}

/**
 * Whether a row that returns may refer to a row of the installation. Only folders and items return into a folder that still exists: what else it
 * had, such as rights and links, is left as it is now.
 */
export const isFoundBesideFolder = (table: string, parent: string): boolean =>
  parent === "workspaces" || (parent === "folders" && (table === "folders" || table === "items"));

/** Returns, in words, what of the folder exists and is left as it is. */
export async function describePresent(db: Executor, { spaceId }: Root, backupAt: string): Promise<string[]> {
  const { rows } = await db.execute<{ changed: number; trashed: number; moved: number; folders: number }>(sql`
    select count(*) filter (where q.updated_at > ${backupAt}::timestamptz and q.trashed_at is null)::int as changed,
      count(*) filter (where q.trashed_at is not null)::int as trashed,
      count(*) filter (where q.trashed_at is null and (q.workspace_id <> ${spaceId}::uuid or q.folder_id is distinct from p.folder_id))::int as moved,
      (select count(*)::int from ${inTemp("folders")} f join ${inPublic("folders")} o on o.id = f.id
        where o.name <> f.name or o.parent_id is distinct from f.parent_id) as folders
    from ${inTemp("items")} p join ${inPublic("items")} q on q.id = p.id`);
  const { changed = 0, trashed = 0, moved = 0, folders = 0 } = rows[0] ?? {};
  return [
    ...(changed > 0 ? [`Items that were changed after the backup, and left as they are: ${changed}`] : []),
    ...(trashed > 0 ? [`Items that are in the trash, where they can be restored: ${trashed}`] : []),
    ...(moved > 0 ? [`Items that were moved after the backup, and left where they are: ${moved}`] : []),
    ...(folders > 0 ? [`Folders that were renamed or moved after the backup, and left so: ${folders}`] : []),
  ];
}

/**
 * Refuses folders of which the trash has a copy, because it restores them under the same ids. The trash stores what is below a folder as a list.
 * @throws BackupError
 */
export async function refuseTrashed(db: Executor, { spaceId }: Root): Promise<void> {
  const trashed = await countOf(
    db,
    sql`select from ${inTemp("folders")} f where not exists (select from ${inPublic("folders")} o where o.id = f.id)
      and exists (select from deleted_folders d where d.workspace_id = ${spaceId}::uuid and (d.id = f.id or position(f.id::text in d.subtree::text) > 0))`,
  );
  if (trashed > 0)
    throw new BackupError(`${trashed} folders below it are in the trash. Restore or delete them there first, in the portal.`);
}

/** Gives the folder a location, if the folder above it does not exist. Runs before references are checked. Returns what it did, in words. */
export async function settleParent(db: Executor, { spaceId }: Root): Promise<string[]> {
  const homeless = await countOf(
    db,
    sql`update ${inTemp("folders")} f set parent_id = null where parent_id is not null
      and not exists (select from ${inTemp("folders")} o where o.id = f.parent_id)
      and not exists (select from ${inPublic("folders")} o where o.id = f.parent_id and o.workspace_id = ${spaceId}::uuid)`,
  );
  return homeless > 0 ? ["The folder above it does not exist now: it is at the top of its library."] : [];
}

/** Short parts of ids, which make names unique. */
const FOLDER_PART = sql`left(f.id::text, 8)`;
const ITEM_PART = sql`left(i.id::text, 8)`;

/**
 * Changes what returns so that it fits into the installation: ancestors where folders were moved, and names that something else has now. Returns
 * what it did, in words.
 */
export async function fitFolder(db: Executor): Promise<string[]> {
  await db.execute(sql`
    with recursive tree as (
      select f.id, case when o.id is null then '{}'::uuid[] else o.path || o.id end as path from ${inTemp("folders")} f left join ${inPublic("folders")} o on o.id = f.parent_id
      where f.parent_id is null or o.id is not null
      union all
      select f.id, t.path || t.id from tree t join ${inTemp("folders")} f on f.parent_id = t.id
    )
    update ${inTemp("folders")} f set path = t.path, nest_level = cardinality(t.path) from tree t where t.id = f.id`);
  const renamed = await countOf(
    db,
    sql`update ${inTemp("folders")} f set name = left(f.name, 80) || ' (' || ${FOLDER_PART} || ')', name_key = left(f.name_key, 80) || ' (' || ${FOLDER_PART} || ')'
      where exists (select from ${inPublic("folders")} o where o.workspace_id = f.workspace_id and o.kind = f.kind and o.name_key = f.name_key
        and o.parent_id is not distinct from f.parent_id)`,
  );
  const files = await countOf(
    db,
    sql`update ${inTemp("items")} i set ref_name = i.ref_name || '-' || ${ITEM_PART}
      where exists (select from ${inPublic("items")} o where o.workspace_id = i.workspace_id and o.ref_name = i.ref_name)`,
  );
  return [
    ...(renamed > 0 ? [`Folders that have another name, because a folder of their name exists: ${renamed}`] : []),
    ...(files > 0 ? [`Items that have another file name, because an item of theirs exists: ${files}`] : []),
  ];
}

/**
 * Gives links of restored items and folders their target again. Those that were open in the backup are open again, unless a user revoked them
 * after it; without the log of that time, all stay closed. Returns their number.
 */
export const returnFolderLinks = (db: Executor, backupAt: string): Promise<number> =>
  countOf(
    db,
    sql`update public.share_links l set item_id = p.item_id, revoked_at = case when p.revoked_at is null
        and exists (select from public.audit a where a.at <= ${backupAt}::timestamptz)
        and not exists (select from public.audit a where a.action = 'share.revoked' and a.workspace_id = p.workspace_id and a.at > ${backupAt}::timestamptz
          and (a.details->>'itemId' = p.item_id::text or a.details->>'folderId' = p.folder_id::text))
        then null else l.revoked_at end
      from ${inTemp(OUTLIVING)} p where l.slug = p.slug and l.revoked_at is not null
        and (p.item_id in (select id from ${inTemp("items")}) or p.folder_id in (select id from ${inTemp("folders")}))`,
  );
