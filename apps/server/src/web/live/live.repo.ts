import type { Pool } from "pg";
import type { MemberRole } from "../../access/policies/items.policy.ts";
import { loadStatement } from "../../platform/db/statement.ts";

/** An active session with the workspaces of its user. */
export interface SessionAccess {
  sessionId: string;
  workspaceIds: string[];
}

const LIVE_SESSIONS = loadStatement<SessionAccess, [sessionIds: readonly string[], now: Date]>(import.meta.url, "./sql/live-sessions.sql");

/** Returns which of these sessions are active and the workspaces of each, in one statement. */
export async function listSessionAccess(pool: Pool, sessionIds: readonly string[], now: Date): Promise<SessionAccess[]> {
  return LIVE_SESSIONS.run(pool, [sessionIds, now]);
}

/** Membership of a user in a workspace, with the current version of the workspace's rights. */
export interface MembershipRow {
  workspaceId: string;
  userId: string;
  role: MemberRole;
  rightsVersion: number;
}

const LIVE_MEMBERSHIPS = loadStatement<
  Omit<MembershipRow, "rightsVersion"> & { version: string },
  [workspaceIds: readonly string[], userIds: readonly string[]]
>(import.meta.url, "./sql/live-memberships.sql");

/** Returns the memberships of these users in these workspaces, in one statement. */
export async function listMemberships(pool: Pool, workspaceIds: readonly string[], userIds: readonly string[]): Promise<MembershipRow[]> {
  const rows = await LIVE_MEMBERSHIPS.run(pool, [workspaceIds, userIds]);
  return rows.map(({ version, ...row }) => ({ ...row, rightsVersion: Number(version) }));
}

/** The space and the folder of an item. */
export interface ItemPlacement {
  id: string;
  workspaceId: string;
  folderId: string | null;
}

const LIVE_ITEM_LOCATIONS = loadStatement<ItemPlacement, [itemIds: readonly string[]]>(import.meta.url, "./sql/live-item-locations.sql");

/** Returns the current locations of these items. Deleted items are missing. */
export async function listPlacements(pool: Pool, itemIds: readonly string[]): Promise<ItemPlacement[]> {
  if (itemIds.length === 0) return [];
  return LIVE_ITEM_LOCATIONS.run(pool, [itemIds]);
}
