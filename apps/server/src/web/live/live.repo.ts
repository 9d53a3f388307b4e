import type { Pool } from "pg";
import type { MemberRole } from "../../access/policies/items.policy.ts";

/** A session that is alive, and the spaces that its user is in. */
export interface Standing {
  sessionId: string;
  workspaceIds: string[];
}

const STANDING = `
  select s.id as "sessionId", array(select m.workspace_id::text from members m
    join workspaces w on w.id = m.workspace_id and w.deleted_at is null where m.user_id = s.user_id) as "workspaceIds"
  from sessions s where s.id = any($1::uuid[]) and s.expires_at > $2`;

/** Which of these sessions still live, and what each may hear, in one statement. */
export async function listStandings(pool: Pool, sessionIds: readonly string[], now: Date): Promise<Standing[]> {
  const { rows } = await pool.query<Standing>({ name: "events-standings", text: STANDING, values: [sessionIds, now] });
  return rows;
}

/** Somebody's place in a workspace, with the version of its rights at that moment. */
export interface MembershipRow {
  workspaceId: string;
  userId: string;
  role: MemberRole;
  rightsVersion: number;
}

/** Who of these people is in which of these workspaces, by one statement. */
export async function listMemberships(pool: Pool, workspaceIds: readonly string[], userIds: readonly string[]): Promise<MembershipRow[]> {
  const { rows } = await pool.query<Omit<MembershipRow, "rightsVersion"> & { version: string }>({
    name: "events-memberships",
    text: `select m.workspace_id as "workspaceId", m.user_id as "userId", m.role, w.rights_version as version
      from workspaces w join members m on m.workspace_id = w.id
      where w.id = any($1::uuid[]) and w.deleted_at is null and m.user_id = any($2::uuid[])`,
    values: [workspaceIds, userIds],
  });
  return rows.map(({ version, ...row }) => ({ ...row, rightsVersion: Number(version) }));
}

/** Where an item lies. */
export interface ItemPlace {
  id: string;
  workspaceId: string;
  folderId: string | null;
}

/** Where these items lie by now; those that are gone are not among them. */
export async function listPlaces(pool: Pool, itemIds: readonly string[]): Promise<ItemPlace[]> {
  if (itemIds.length === 0) return [];
  const { rows } = await pool.query<ItemPlace>({
    name: "events-places",
    text: `select id, workspace_id as "workspaceId", folder_id as "folderId" from items where id = any($1::uuid[])`,
    values: [itemIds],
  });
  return rows;
}
