import type { ClientBase } from "pg";
import { BLOBS, type CoveredTable, type Reference } from "./backups.coverage.ts";
import { BackupError } from "./backups.format.ts";
import { partOf, type Root } from "./backups.selection.ts";
import { quoted } from "./backups.snapshot.ts";

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

async function countOf(client: ClientBase, statement: string, values: unknown[] = []): Promise<number> {
  return (await client.query(statement, values)).rowCount ?? 0;
}

const same = (columns: readonly string[], a: string, others: readonly string[], b: string): string =>
  columns.map((column, index) => `${a}.${quoted(column)} = ${b}.${quoted(others[index] ?? "")}`).join(" and ");

/** Rows of an installation that a restored row may refer to without being restored. */
const isFoundInInstallation = (parent: string): boolean => parent === "users";

/** Removes or changes rows whose reference leads to nothing, as the deletion of its target would have done. */
async function settle(client: ClientBase, { name }: CoveredTable, reference: Reference, isCovered: boolean): Promise<number> {
  const { columns, parent, parentColumns, action } = reference;
  const table = `pg_temp.${partOf(name)}`;
  const sources = [
    ...(isCovered ? [`pg_temp.${partOf(parent)}`] : []),
    ...(isFoundInInstallation(parent) ? [`public.${quoted(parent)}`] : []),
  ];
  const isSet = columns.map((column) => `p.${quoted(column)} is not null`).join(" and ");
  const missing = sources.map((source) => `not exists (select from ${source} q where ${same(columns, "p", parentColumns, "q")})`);
  const where = [isSet, ...missing].join(" and ");
  if (action === "set-null") {
    await client.query(`update ${table} p set ${columns.map((column) => `${quoted(column)} = null`).join(", ")} where ${where}`);
    return 0;
  }
  const removed = await countOf(client, `delete from ${table} p where ${where}`);
  // Without a row, those that referred to it lose it too.
  return parent === name && removed > 0 ? removed + (await settle(client, { name } as CoveredTable, reference, isCovered)) : removed;
}

/** Removes entries of rights for members and teams that do not return: with a member, a deletion removes them too. */
const dropGrants = (client: ClientBase): Promise<number> =>
  countOf(
    client,
    `delete from pg_temp.${partOf("grants")} p where
       (principal_kind = 'member' and not exists (select from pg_temp.${partOf("members")} m where m.user_id = p.principal_id))
       or (principal_kind = 'team' and not exists (select from pg_temp.${partOf("teams")} t where t.id = p.principal_id))`,
  );

const dropUnfinished = (client: ClientBase): Promise<number> =>
  countOf(client, `delete from pg_temp.${partOf("items")} where stage in ('recording', 'uploading') and blob_id is null`);

/** Links outlive what they opened, so that no address is used again. Theirs are changed instead of added. */
export const OUTLIVING = "share_links";

/**
 * Decides which of the selected rows return: not those that the installation has, nor those that refer to something that it does not have
 * and that does not return. Runs in the transaction that adds them.
 * @throws BackupError for folders that are in another space
 */
export async function resolveRows(client: ClientBase, tables: readonly CoveredTable[]): Promise<Skipped> {
  const skipped: Skipped = { present: {}, orphaned: {}, unfinished: {}, taken: {} };
  const names = new Set(tables.map(({ name }) => name));
  const unfinished = await dropUnfinished(client);
  if (unfinished > 0) skipped.unfinished["items"] = unfinished;
  for (const table of tables) {
    const { name, key, references } = table;
    if (name !== OUTLIVING) {
      const present = await countOf(
        client,
        `delete from pg_temp.${partOf(name)} p using public.${quoted(name)} x where ${same(key, "p", key, "x")}`,
      );
      if (present > 0) skipped.present[name] = present;
    }
    let orphaned = 0;
    for (const reference of references)
      if (reference.parent !== BLOBS) orphaned += await settle(client, table, reference, names.has(reference.parent));
    if (name === "grants") orphaned += await dropGrants(client);
    if (orphaned > 0) skipped.orphaned[name] = orphaned;
  }
  const folders = skipped.present["folders"] ?? 0;
  if (folders > 0) throw new BackupError(`${folders} folders of the backup are in another space now. Move or delete them there first.`);
  return skipped;
}

/** Refuses what still exists, and an address that another account has. @throws BackupError */
export async function checkAbsent(client: ClientBase, root: Root, email: string | undefined): Promise<void> {
  const { rows: spaces } = await client.query<{ deleted: string | null; members: number; personal: boolean }>(
    `select deleted_at as deleted, (select count(*)::int from members m where m.workspace_id = w.id) as members,
       personal_owner_id is not null as personal from workspaces w where id = $1`,
    [root.spaceId],
  );
  const { rows: users } = await client.query("select from users where id = $1", [root.kind === "account" ? root.id : null]);
  if (users.length > 0) throw new BackupError("The account still exists.");
  const [space] = spaces;
  if (space && space.members === 0)
    throw new BackupError(`The deletion of the ${root.kind} has not ended. Repeat the command in some minutes, while the server runs.`);
  if (space?.deleted)
    throw new BackupError(`The workspace ${root.name} still exists. Its owner can restore it in the portal, under Workspaces.`);
  if (space) throw new BackupError(`The workspace ${root.name} still exists.`);
  if (root.kind !== "account") return;
  const { rows: taken } = await client.query("select from users where email_key = $1", [email]);
  if (taken.length > 0)
    throw new BackupError("Another account has this address now. Restore the deleted one with another address: --as ADDRESS.");
}
