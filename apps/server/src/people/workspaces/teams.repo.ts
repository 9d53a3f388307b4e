import { and, eq, inArray, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { teamMembers, teams } from "../../platform/db/schema/index.ts";
import { loadStatement } from "../../platform/db/statement.ts";

export type TeamRow = typeof teams.$inferSelect;

/** A team with its members, by membership duration. */
export interface ListedTeam {
  id: string;
  name: string;
  icon_blob_id: string | null;
  owner_id: string | null;
  closed: boolean;
  member_ids: string[];
}

const TEAMS_ALL = loadStatement<ListedTeam, [workspaceId: string]>(import.meta.url, "./sql/teams-all.sql");

/** Returns the teams of a workspace, by name. */
export async function listTeams(pool: Pool, workspaceId: string): Promise<ListedTeam[]> {
  return TEAMS_ALL.run(pool, [workspaceId]);
}

const TEAMS_ONE = loadStatement<ListedTeam, [workspaceId: string, teamId: string]>(import.meta.url, "./sql/teams-one.sql");

/** Returns one team in list form. */
export async function findListed(pool: Pool, workspaceId: string, teamId: string): Promise<ListedTeam | undefined> {
  const [row] = await TEAMS_ONE.run(pool, [workspaceId, teamId]);
  return row;
}

/** Returns a team of this workspace. */
export async function findTeam(db: Executor, workspaceId: string, teamId: string): Promise<TeamRow | undefined> {
  const rows = await db
    .select()
    .from(teams)
    .where(and(eq(teams.id, teamId), eq(teams.workspaceId, workspaceId)));
  return rows[0];
}

/** Creates a team. Violates the constraint `teams_name` when the name is taken. */
export async function insertTeam(tx: Executor, row: typeof teams.$inferInsert): Promise<void> {
  await tx.insert(teams).values(row);
}

/** Changes a team. Violates the constraint `teams_name` when the name is taken. */
export async function updateTeam(
  tx: Executor,
  teamId: string,
  change: Partial<Pick<TeamRow, "name" | "nameKey" | "ownerId" | "iconBlobId" | "closed">>,
): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(teams).set(change).where(eq(teams.id, teamId));
}

export async function deleteTeam(tx: Executor, teamId: string): Promise<void> {
  await tx.delete(teams).where(eq(teams.id, teamId));
}

/** Returns the members of a team. */
export async function listMemberIds(db: Executor, teamId: string): Promise<string[]> {
  const rows = await db.select({ userId: teamMembers.userId }).from(teamMembers).where(eq(teamMembers.teamId, teamId));
  return rows.map((row) => row.userId);
}

/** Adds workspace members to a team; existing ones stay unchanged. Returns the number of added members. */
export async function addMembers(
  tx: Executor,
  team: { id: string; workspaceId: string },
  userIds: readonly string[],
  joinedAt: Date,
): Promise<number> {
  if (userIds.length === 0) return 0;
  const rows = userIds.map((userId) => ({ teamId: team.id, workspaceId: team.workspaceId, userId, joinedAt }));
  return (await tx.insert(teamMembers).values(rows).onConflictDoNothing().returning({ userId: teamMembers.userId })).length;
}

/** Removes users from a team. Returns their number. */
export async function removeMembers(tx: Executor, teamId: string, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0;
  const gone = await tx
    .delete(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), inArray(teamMembers.userId, [...userIds])))
    .returning({ userId: teamMembers.userId });
  return gone.length;
}

const LONGEST_SERVING_MEMBER = sql`(select m.user_id from team_members m where m.team_id = teams.id order by m.joined_at, m.user_id limit 1)`;

/** Ensures that a team's owner is a member: otherwise the longest-serving member becomes owner. An empty team has no owner. */
export async function settleOwner(tx: Executor, teamId: string): Promise<void> {
  await tx.execute(sql`
    update teams set owner_id = ${LONGEST_SERVING_MEMBER} where id = ${teamId}
      and not exists (select 1 from team_members m where m.team_id = teams.id and m.user_id = teams.owner_id)`);
}

/** Does the same for every team owned by a removed user. */
export async function settleOwned(tx: Executor, workspaceIds: readonly string[], userId: string): Promise<void> {
  await tx.execute(sql`
    update teams set owner_id = ${LONGEST_SERVING_MEMBER}
    where workspace_id = any(${sql.param([...workspaceIds])}::uuid[]) and owner_id = ${userId}`);
}
