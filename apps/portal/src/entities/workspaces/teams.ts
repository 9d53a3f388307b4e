import { createTeam, deleteTeam, joinTeam, leaveTeam, setTeamMembers, updateTeam, uploadTeamIcon } from "@stillreel/contract";
import { client } from "../../platform/api.ts";
import { lazily } from "../../platform/lazily.ts";
import { canJoinTeams, canManage } from "./roles.ts";
import { changeWhole, refreshWorkspace, type Role, type TeamView } from "./workspaces.queries.ts";

/** Returns whether a user may rename a team, change its members and delete it. */
export const canEditTeam = (team: TeamView, myId: string | undefined, myRole: Role): boolean => canManage(myRole) || team.owner === myId;

/** Returns whether a user may join a team. Closed teams accept only users who may edit them. */
export const canJoin = (team: TeamView, myId: string | undefined, myRole: Role): boolean =>
  canJoinTeams(myRole) && (!team.closed || canEditTeam(team, myId, myRole));

const natural = lazily(() => new Intl.Collator("und", { numeric: true, sensitivity: "base" }));

/** Updates a team in the cache, and invalidates dependent permissions and views. */
function cacheTeam(workspaceId: string, team: TeamView): TeamView {
  showTeam(workspaceId, team);
  void refreshWorkspace(workspaceId);
  return team;
}

function showTeam(workspaceId: string, team: TeamView): void {
  changeWhole(workspaceId, (workspace) => ({
    ...workspace,
    teams: [...workspace.teams.filter(({ id }) => id !== team.id), team].toSorted((a, b) => natural().compare(a.name, b.name)),
  }));
}

/** Creates a team owned by the user. @throws ApiError `team-exists`, validation errors */
export const makeTeam = async (workspaceId: string, given: { name: string; members: string[]; closed: boolean }): Promise<TeamView> =>
  cacheTeam(workspaceId, await client.call(createTeam, { params: { workspaceId }, body: given }));

/** Renames a team, transfers it or removes its icon. @throws ApiError `team-exists`, validation errors */
export const changeTeam = async (
  workspaceId: string,
  teamId: string,
  change: { name?: string; owner?: string; closed?: boolean; icon?: null },
): Promise<TeamView> => cacheTeam(workspaceId, await client.call(updateTeam, { params: { workspaceId, teamId }, body: change }));

/** Sets the members of a team. */
export const putMembers = async (workspaceId: string, teamId: string, members: string[]): Promise<TeamView> =>
  cacheTeam(workspaceId, await client.call(setTeamMembers, { params: { workspaceId, teamId }, body: { members } }));

/** Sets the icon of a team. */
export async function putIcon(workspaceId: string, teamId: string, file: File): Promise<TeamView> {
  const body = new FormData();
  body.set("file", file);
  return cacheTeam(workspaceId, await client.call(uploadTeamIcon, { params: { workspaceId, teamId }, body }));
}

/** Joins or leaves a team. Returns whether everything that depends on it could be read again. */
export async function joinOrLeave(workspaceId: string, team: TeamView): Promise<boolean> {
  const params = { workspaceId, teamId: team.id };
  showTeam(workspaceId, await (team.isMember ? client.call(leaveTeam, { params }) : client.call(joinTeam, { params })));
  return refreshWorkspace(workspaceId);
}

/** Deletes a team with its permissions. */
export async function removeTeam(workspaceId: string, teamId: string): Promise<void> {
  await client.call(deleteTeam, { params: { workspaceId, teamId } });
  changeWhole(workspaceId, (workspace) => ({ ...workspace, teams: workspace.teams.filter(({ id }) => id !== teamId) }));
  await refreshWorkspace(workspaceId);
}
