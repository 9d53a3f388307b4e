import { createTeam, deleteTeam, joinTeam, leaveTeam, setTeamMembers, updateTeam, uploadTeamIcon } from "@stillreel/contract";
import { client } from "../../platform/api.ts";
import { canJoinTeams, canManage } from "./roles.ts";
import { changeWhole, refreshWorkspace, type Role, type TeamView } from "./workspaces.queries.ts";

/** May somebody rename a team, change who is in it, delete it? */
export const canEditTeam = (team: TeamView, myId: string | undefined, myRole: Role): boolean => canManage(myRole) || team.owner === myId;

/** May somebody put themselves into a team? Into a closed one only those who may edit it. */
export const canJoin = (team: TeamView, myId: string | undefined, myRole: Role): boolean =>
  canJoinTeams(myRole) && (!team.closed || canEditTeam(team, myId, myRole));

const natural = new Intl.Collator("und", { numeric: true, sensitivity: "base" });

/** Shows a team as the server gives it, and reads again what hangs on teams: rights, and who sees what. */
function cacheTeam(workspaceId: string, team: TeamView): TeamView {
  changeWhole(workspaceId, (workspace) => ({
    ...workspace,
    teams: [...workspace.teams.filter(({ id }) => id !== team.id), team].toSorted((a, b) => natural.compare(a.name, b.name)),
  }));
  void refreshWorkspace(workspaceId);
  return team;
}

/** Makes a team with oneself as its owner. @throws ApiError `team-exists`, field complaints */
export const makeTeam = async (workspaceId: string, given: { name: string; members: string[]; closed: boolean }): Promise<TeamView> =>
  cacheTeam(workspaceId, await client.call(createTeam, { params: { workspaceId }, body: given }));

/** Renames a team, hands it over, or takes its icon away. @throws ApiError `team-exists`, field complaints */
export const changeTeam = async (
  workspaceId: string,
  teamId: string,
  change: { name?: string; owner?: string; closed?: boolean; icon?: null },
): Promise<TeamView> => cacheTeam(workspaceId, await client.call(updateTeam, { params: { workspaceId, teamId }, body: change }));

/** Says who is in a team. */
export const putMembers = async (workspaceId: string, teamId: string, members: string[]): Promise<TeamView> =>
  cacheTeam(workspaceId, await client.call(setTeamMembers, { params: { workspaceId, teamId }, body: { members } }));

/** Gives a team a picture. */
export async function putIcon(workspaceId: string, teamId: string, file: File): Promise<TeamView> {
  const body = new FormData();
  body.set("file", file);
  return cacheTeam(workspaceId, await client.call(uploadTeamIcon, { params: { workspaceId, teamId }, body }));
}

/** Joins a team, or leaves it. */
export async function joinOrLeave(workspaceId: string, team: TeamView): Promise<TeamView> {
  const params = { workspaceId, teamId: team.id };
  return cacheTeam(workspaceId, await (team.isMember ? client.call(leaveTeam, { params }) : client.call(joinTeam, { params })));
}

/** Deletes a team and the rights that it had. */
export async function removeTeam(workspaceId: string, teamId: string): Promise<void> {
  await client.call(deleteTeam, { params: { workspaceId, teamId } });
  changeWhole(workspaceId, (workspace) => ({ ...workspace, teams: workspace.teams.filter(({ id }) => id !== teamId) }));
  await refreshWorkspace(workspaceId);
}
