import { sql, type SQL } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";

/** Time in days after which an owner who did nothing counts as absent. */
const ABSENT_DAYS = 90;

/** What the owners of a workspace do: they are active, or the workspace is abandoned. */
export type OwnersState = "active" | "no-owner" | "suspended" | "absent";

/** SQL for the last act of a user. Attempts by another user in their name do not count. */
const lastAct = (user: SQL): SQL => sql`greatest(${user}.created_at,
  (select max(s.last_seen_at) from sessions s where s.user_id = ${user}.id),
  (select a.at from audit a where a.user_id = ${user}.id and a.action <> 'auth.sign-in-refused' order by a.at desc limit 1))`;

/** Returns SQL for the state of the owners of a workspace. @param workspaceId SQL for its id */
export const ownersState = (workspaceId: SQL, now: Date): SQL => sql`(
  select case
      when count(*) = 0 then 'no-owner'
      when bool_or(owner.suspended_at is null and ${lastAct(sql`owner`)} > ${now.toISOString()}::timestamptz - make_interval(days => ${ABSENT_DAYS}::int))
        then 'active'
      when bool_and(owner.suspended_at is not null) then 'suspended'
      else 'absent'
    end
  from members m join users owner on owner.id = m.user_id
  where m.workspace_id = ${workspaceId} and m.role = 'owner')`;

/** A workspace with the state of its owners. */
export interface OwnedWorkspace {
  id: string;
  name: string;
  state: OwnersState;
  ownerIds: string[];
}

/** Locks a shared workspace that is not deleted and returns it with its owners. */
export async function lockOwned(tx: Executor, workspaceId: string, now: Date): Promise<OwnedWorkspace | undefined> {
  const locked = await tx.execute<{ id: string; name: string }>(sql`
    select id, name from workspaces where id = ${workspaceId} and kind = 'team' and deleted_at is null for no key update`);
  const [workspace] = locked.rows;
  if (!workspace) return undefined;
  const { rows } = await tx.execute<{ state: OwnersState; owner_ids: string[] | null }>(sql`
    select ${ownersState(sql`${workspaceId}::uuid`, now)} as state,
      (select array_agg(m.user_id order by m.joined_at) from members m where m.workspace_id = ${workspaceId} and m.role = 'owner') as owner_ids`);
  const [row] = rows;
  return { ...workspace, state: row?.state ?? "no-owner", ownerIds: row?.owner_ids ?? [] };
}
