import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { BLOBS, type CoveredTable, type Reference } from "./backups.coverage.ts";
import { checkFolder, isFoundBesideFolder } from "./backups.folder.ts";
import { BackupError } from "./backups.format.ts";
import type { Root } from "./backups.root.ts";
import { all, countOf, inPublic, inTemp, matches, named, OUTLIVING } from "./backups.statements.ts";

/** Rows that do not return, by table. */
export interface Skipped {
  /** The installation has them: items that were moved to another space after the backup. */
  present: Record<string, number>;
  /** They refer to something that does not return, such as a member who no longer exists. */
  orphaned: Record<string, number>;
  /** Items whose upload or recording had not ended: their bytes are not in the backup. */
  unfinished: Record<string, number>;
  /** Another row has a value that is unique, such as the identity of another account. */
  taken: Record<string, number>;
}

/** Whether a row that returns may refer to rows of the installation, which did not return. */
const isFoundInInstallation = (root: Root, table: string, parent: string): boolean =>
  parent === "users" || (root.kind === "folder" && isFoundBesideFolder(table, parent));

/** Removes or changes rows whose reference leads to nothing, as the deletion of its target would have done. Returns the removed ones. */
async function settle(db: Executor, root: Root, name: string, reference: Reference, isCovered: boolean): Promise<number> {
  const { columns, parent, parentColumns, action } = reference;
  const sources = [...(isCovered ? [inTemp(parent)] : []), ...(isFoundInInstallation(root, name, parent) ? [inPublic(parent)] : [])];
  const where = all([
    ...columns.map((column) => sql`p.${named(column)} is not null`),
    ...sources.map((source) => sql`not exists (select from ${source} q where ${matches(columns, parentColumns)})`),
  ]);
  if (action === "set-null") {
    const changes = columns.map((column) => sql`${named(column)} = null`);
    await db.execute(sql`update ${inTemp(name)} p set ${sql.join(changes, sql`, `)} where ${where}`);
    return 0;
  }
  const removed = await countOf(db, sql`delete from ${inTemp(name)} p where ${where}`);
  // Without a row, those that referred to it lose it too.
  return parent === name && removed > 0 ? removed + (await settle(db, root, name, reference, isCovered)) : removed;
}

/** Removes entries of rights for members and teams that do not return: with a member, a deletion removes them too. */
function dropGrants(db: Executor, { kind }: Root): Promise<number> {
  const [members, teams] = kind === "folder" ? [inPublic("members"), inPublic("teams")] : [inTemp("members"), inTemp("teams")];
  return countOf(
    db,
    sql`delete from ${inTemp("grants")} p where (principal_kind = 'member' and not exists (
        select from ${members} m where m.workspace_id = p.workspace_id and m.user_id = p.principal_id))
      or (principal_kind = 'team' and not exists (select from ${teams} t where t.workspace_id = p.workspace_id and t.id = p.principal_id))`,
  );
}

const dropUnfinished = (db: Executor): Promise<number> =>
  countOf(db, sql`delete from ${inTemp("items")} where stage in ('recording', 'uploading') and blob_id is null`);

/** Removes members who left the workspace, or were removed from it, after the backup: what they lost does not return to them. */
export async function dropFormerMembers(db: Executor, { kind, id }: Root, backupAt: string): Promise<void> {
  if (kind !== "workspace") return;
  await db.execute(sql`
    delete from ${inTemp("members")} p using (
      select distinct on (details->>'memberId') details->>'memberId' as id, action from audit
      where workspace_id = ${id}::uuid and action in ('member.removed', 'member.left', 'member.joined') and at > ${backupAt}::timestamptz
      order by details->>'memberId', at desc
    ) last where p.user_id::text = last.id and last.action <> 'member.joined'`);
}

/**
 * Decides which of the selected rows return: not those that the installation has, nor those that refer to something that it does not have
 * and that does not return. Runs in the transaction that adds them.
 * @throws BackupError for folders that are in another space
 */
export async function resolveRows(db: Executor, tables: readonly CoveredTable[], root: Root): Promise<Skipped> {
  const skipped: Skipped = { present: {}, orphaned: {}, unfinished: {}, taken: {} };
  const names = new Set(tables.map(({ name }) => name));
  const unfinished = await dropUnfinished(db);
  if (unfinished > 0) skipped.unfinished["items"] = unfinished;
  for (const table of tables) {
    const { name, key, references } = table;
    if (name !== OUTLIVING) {
      const present = await countOf(db, sql`delete from ${inTemp(name)} p using ${inPublic(name)} q where ${matches(key, key)}`);
      if (present > 0) skipped.present[name] = present;
    }
    let orphaned = 0;
    for (const reference of references)
      if (reference.parent !== BLOBS) orphaned += await settle(db, root, name, reference, names.has(reference.parent));
    if (name === "grants") orphaned += await dropGrants(db, root);
    if (orphaned > 0) skipped.orphaned[name] = orphaned;
  }
  const folders = skipped.present["folders"] ?? 0;
  if (folders > 0 && root.kind !== "folder")
    throw new BackupError(`${folders} folders of the backup are in another space now. Move or delete them there first.`);
  return skipped;
}

/** Refuses what still exists, an address that another account has, and a folder without a location. @throws BackupError */
export async function checkAbsent(db: Executor, root: Root, emailKey: string | undefined): Promise<void> {
  if (root.kind === "folder") return checkFolder(db, root);
  const { rows: spaces } = await db.execute<{ deleted: string | null; members: number }>(sql`
    select deleted_at as deleted, (select count(*)::int from members m where m.workspace_id = w.id) as members
    from workspaces w where id = ${root.spaceId}::uuid`);
  if (root.kind === "account" && (await countOf(db, sql`select from users where id = ${root.id}::uuid`)) > 0)
    throw new BackupError("The account still exists.");
  const [space] = spaces;
  if (space && space.members === 0)
    throw new BackupError(`The deletion of the ${root.kind} has not ended. Repeat the command in some minutes, while the server runs.`);
  if (space?.deleted)
    throw new BackupError(`The workspace ${root.name} still exists. Its owner can restore it in the portal, under Workspaces.`);
  if (space) throw new BackupError(`The workspace ${root.name} still exists.`);
  if (root.kind === "account" && (await countOf(db, sql`select from users where email_key = ${emailKey}`)) > 0)
    throw new BackupError("Another account has this address now. Restore the deleted one with another address: --as ADDRESS.");
}
