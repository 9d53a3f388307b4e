import type { Pool } from "pg";
import type { PrincipalKind } from "../policies/grants.policy.ts";
import type { MemberRole } from "../policies/items.policy.ts";
import type { TreeFolder } from "../policies/space-rights.ts";

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

/** Workspaces `$1` with somebody `$2` of each; in the rows, `nth` tells which of them, counted from 1. */
export const GRANTS_STATEMENT = {
  name: "rights-grants",
  text: `select s.nth::int as nth, w.rights_version as version, g.folder_id, g.item_id, g.principal_kind, g.principal_id, g.read, g.write
    from unnest($1::uuid[], $2::uuid[]) with ordinality s(workspace_id, user_id, nth)
      cross join lateral (select rights_version from workspaces where id = s.workspace_id limit 1) w
      left join lateral (
        select folder_id, item_id, principal_kind, principal_id, read, write from grants
        where workspace_id = s.workspace_id and principal_id = any(array(
          select team_id from team_members where workspace_id = s.workspace_id and user_id = s.user_id
          union all values (s.workspace_id), (s.user_id)))) g on true`,
} as const;

/** Workspaces `$1`; `nth` as above. */
export const TREE_STATEMENT = {
  name: "rights-tree",
  text: `select s.nth::int as nth, w.rights_version as version, f.id, f.parent_id
    from unnest($1::uuid[]) with ordinality s(workspace_id, nth)
      cross join lateral (select rights_version from workspaces where id = s.workspace_id limit 1) w
      left join lateral (select id, parent_id from folders where workspace_id = s.workspace_id offset 0) f on true`,
} as const;

type Numbered<T> = T & { nth: number; version: string };

/** What was read of each of so many workspaces; of one that is gone there is nothing. */
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

/** Every entry of workspaces that is for somebody of each: their own, those of the teams that they are in, and everyone's. */
export async function listGrantsFor(
  pool: Pool,
  places: readonly { workspaceId: string; userId: string }[],
): Promise<Versioned<GrantRow>[]> {
  const { rows } = await pool.query<Numbered<GrantRow>>({
    ...GRANTS_STATEMENT,
    values: [places.map(({ workspaceId }) => workspaceId), places.map(({ userId }) => userId)],
  });
  return versioned(places.length, rows, (row: GrantRow) => ((row.folder_id ?? row.item_id) === null ? null : row));
}

/** The whole trees of folders of workspaces. */
export async function listTrees(pool: Pool, workspaceIds: readonly string[]): Promise<Versioned<TreeFolder>[]> {
  type Row = { id: string | null; parent_id: string | null };
  const { rows } = await pool.query<Numbered<Row>>({ ...TREE_STATEMENT, values: [workspaceIds] });
  return versioned(workspaceIds.length, rows, ({ id, parent_id }: Row) => (id === null ? null : { id, parentId: parent_id }));
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
