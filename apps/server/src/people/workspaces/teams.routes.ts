import { createTeam, deleteTeam, joinTeam, leaveTeam, listTeams, setTeamMembers, updateTeam } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { TeamsService } from "./teams.service.ts";

/** Registers the routes of teams. */
export function teamRoutes(app: FastifyInstance, teams: TeamsService): void {
  implement(app, listTeams, { needs: "workspace.member" }, async ({ params }, { actor }) => ({
    items: await teams.list(signedIn(actor), params.workspaceId),
    nextCursor: null,
  }));

  implement(app, createTeam, { needs: "team.join" }, ({ params, body }, { actor, request }) =>
    teams.create(signedIn(actor), params.workspaceId, body, request.ip),
  );

  implement(app, updateTeam, { needs: "team.manage" }, ({ params, body }, { actor, request }) =>
    teams.update(signedIn(actor), params.workspaceId, params.teamId, body, request.ip),
  );

  implement(app, deleteTeam, { needs: "team.manage" }, async ({ params }, { actor, request }) => {
    await teams.remove(signedIn(actor), params.workspaceId, params.teamId, request.ip);
    return {};
  });

  implement(app, joinTeam, { needs: "team.join" }, ({ params }, { actor, request }) =>
    teams.join(signedIn(actor), params.workspaceId, params.teamId, request.ip),
  );

  implement(app, leaveTeam, { needs: "workspace.member" }, ({ params }, { actor, request }) =>
    teams.leave(signedIn(actor), params.workspaceId, params.teamId, request.ip),
  );

  implement(app, setTeamMembers, { needs: "team.manage" }, ({ params, body }, { actor, request }) =>
    teams.setMembers(signedIn(actor), params.workspaceId, params.teamId, body.members, request.ip),
  );
}
