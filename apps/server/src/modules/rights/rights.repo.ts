import type { Pool } from "pg";
import type { PrincipalKind } from "../../policies/grants.policy.ts";
import type { MemberRole } from "../../policies/items.policy.ts";
import type { TreeFolder } from "../../policies/space-rights.ts";

/** An entry as it is stored; of folder and item, one is set. */
export interface GrantRow {
  folder_id: string | null;
  item_id: string | null;
  principal_kind: PrincipalKind;
  principal_id: string;
  read: boolean;
  write: boolean;
}

/** What was read of a workspace, and the version of its rights at that moment. */
export interface Versioned<T> {
  version: number;
  rows: T[];
}

/** `$1` is the workspace, `$2` somebody. */
export const GRANTS_STATEMENT = {
  name: "rights-grants",
  text: `select w.rights_version as version, g.folder_id, g.item_id, g.principal_kind, g.principal_id, g.read, g.write
    from workspaces w left join grants g on g.workspace_id = w.id and g.principal_id = any(array(
      select team_id from team_members where workspace_id = $1 and user_id = $2 union all values ($1::uuid), ($2::uuid)))
    where w.id = $1`,
} as const;

/** `$1` is the workspace. */
export const TREE_STATEMENT = {
  name: "rights-tree",
  text: "select w.rights_version as version, f.id, f.parent_id from workspaces w left join folders f on f.workspace_id = w.id where w.id = $1",
} as const;

/** Every entry of a workspace that is for somebody: their own, those of the teams that they are in, and everyone's. */
export async function listGrantsFor(pool: Pool, workspaceId: string, userId: string): Promise<Versioned<GrantRow>> {
  const { rows } = await pool.query<GrantRow & { version: string }>({
    ...GRANTS_STATEMENT,
    values: [workspaceId, userId],
  });
  return { version: Number(rows[0]?.version ?? 0), rows: rows.filter((row) => (row.folder_id ?? row.item_id) !== null) };
}

/** A workspace's whole tree of folders. */
export async function listTree(pool: Pool, workspaceId: string): Promise<Versioned<TreeFolder>> {
  const { rows } = await pool.query<{ version: string; id: string | null; parent_id: string | null }>({
    ...TREE_STATEMENT,
    values: [workspaceId],
  });
  return {
    version: Number(rows[0]?.version ?? 0),
    rows: rows.flatMap(({ id, parent_id }) => (id === null ? [] : [{ id, parentId: parent_id }])),
  };
}

/** Somebody's role in a workspace; undefined for who is no member. */
export async function findRole(pool: Pool, workspaceId: string, userId: string): Promise<MemberRole | undefined> {
  const { rows } = await pool.query<{ role: MemberRole }>({
    name: "rights-role",
    text: "select role from members where workspace_id = $1 and user_id = $2",
    values: [workspaceId, userId],
  });
  return rows[0]?.role;
}

/** Somebody's place in a workspace with the version of its rights; undefined for who is no member, and where the workspace is gone. */
export async function findMembership(
  pool: Pool,
  workspaceId: string,
  userId: string,
): Promise<{ role: MemberRole; rightsVersion: number } | undefined> {
  const { rows } = await pool.query<{ role: MemberRole; rights_version: string }>({
    name: "rights-membership",
    text: `select m.role, w.rights_version from members m join workspaces w on w.id = m.workspace_id and w.deleted_at is null
      where m.workspace_id = $1 and m.user_id = $2`,
    values: [workspaceId, userId],
  });
  const [row] = rows;
  return row && { role: row.role, rightsVersion: Number(row.rights_version) };
}
