import type { Pool } from "pg";
import type { PrincipalKind } from "../policies/grants.policy.ts";
import type { MemberRole } from "../policies/items.policy.ts";
import type { TreeFolder } from "../policies/space-rights.ts";
import { loadStatement } from "../../platform/db/statement.ts";

/** A stored entry. Either the folder or the item is set. */
export interface GrantRow {
  folder_id: string | null;
  item_id: string | null;
  principal_kind: PrincipalKind;
  principal_id: string;
  read: boolean;
  write: boolean;
}

/** Data of a workspace, with the version of its rights in the same snapshot. */
export interface Versioned<T> {
  version: number;
  rows: T[];
}

/** SQL for entries of users `$2` in workspaces `$1`. `nth` in the rows is the position of the pair, starting at 1. */
export const GRANTS_STATEMENT = loadStatement<Numbered<GrantRow>, [workspaceIds: readonly string[], userIds: readonly string[]]>(
  import.meta.url,
  "./sql/rights-grants.sql",
);

/** SQL for folder trees of workspaces `$1`. `nth` is the position, as above. */
export const TREE_STATEMENT = loadStatement<Numbered<TreeRow>, [workspaceIds: readonly string[]]>(import.meta.url, "./sql/rights-tree.sql");

interface TreeRow {
  id: string | null;
  parent_id: string | null;
}

type Numbered<T> = T & { nth: number; version: string };

/** Groups rows by workspace. A workspace that does not exist has no rows. */
function versioned<Row, T>(count: number, rows: readonly Numbered<Row>[], read: (row: Row) => T | null): Versioned<T>[] {
  const all = Array.from({ length: count }, (): Versioned<T> => ({ version: 0, rows: [] }));
  for (const row of rows) {
    const one = all[row.nth - 1];
    if (!one) continue;
    one.version = Number(row.version);
    const found = read(row);
    if (found !== null) one.rows.push(found);
  }
  return all;
}

/** Returns all entries that apply to one user per workspace: those of the user, of the user's teams and of everyone. */
export async function listGrantsFor(
  pool: Pool,
  memberships: readonly { workspaceId: string; userId: string }[],
): Promise<Versioned<GrantRow>[]> {
  const rows = await GRANTS_STATEMENT.run(pool, [
    memberships.map(({ workspaceId }) => workspaceId),
    memberships.map(({ userId }) => userId),
  ]);
  return versioned(memberships.length, rows, (row: GrantRow) => ((row.folder_id ?? row.item_id) === null ? null : row));
}

/** Returns the complete folder trees of workspaces. */
export async function listTrees(pool: Pool, workspaceIds: readonly string[]): Promise<Versioned<TreeFolder>[]> {
  const rows = await TREE_STATEMENT.run(pool, [workspaceIds]);
  return versioned(workspaceIds.length, rows, ({ id, parent_id }: TreeRow) => (id === null ? null : { id, parentId: parent_id }));
}

const RIGHTS_ROLE = loadStatement<{ role: MemberRole }, [workspaceId: string, userId: string]>(import.meta.url, "./sql/rights-role.sql");

/** Returns a user's role in a workspace. Undefined for non-members. */
export async function findRole(pool: Pool, workspaceId: string, userId: string): Promise<MemberRole | undefined> {
  const rows = await RIGHTS_ROLE.run(pool, [workspaceId, userId]);
  return rows[0]?.role;
}
