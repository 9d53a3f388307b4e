import type { RateLimits } from "../../platform/http/rate-limit.ts";
import type { SpaceGrants } from "../../access/policies/space-rights.ts";
import { handles } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Media } from "../../media/media/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Membership } from "../../access/rights/index.ts";
import type { Sweeper } from "../../web/sweeps/index.ts";
import { inviteRoutes } from "./invites.routes.ts";
import { createInvitesService, type InvitesService } from "./invites.service.ts";
import { logoRoutes } from "./logos.routes.ts";
import { memberRoutes } from "./members.routes.ts";
import { createMembersService, type MembersService } from "./members.service.ts";
import { teamRoutes } from "./teams.routes.ts";
import { createTeamsService } from "./teams.service.ts";
import { handlePurgeWorkspace, purgeWorkspace } from "./workspaces.jobs.ts";
import { createPlaces, type Places } from "../../access/memberships/memberships.service.ts";
import { workspaceRoutes } from "./workspaces.routes.ts";
import { createWorkspacesService, type WorkspacesService } from "./workspaces.service.ts";

export type { ResolvedWorkspace, WorkspaceFacts } from "../../access/memberships/memberships.service.ts";
export type { FavoriteFolder } from "./workspaces.service.ts";

export interface WorkspacesDeps {
  audit: Audit;
  limits: RateLimits;
}

/** What workspaces need of modules that are built after them; asked for at the time of use. */
export interface WorkspacesLater {
  media: Pick<Media, "emblems" | "insertBlob" | "releaseBlob" | "discard">;
  events: Pick<Events, "publish">;
  rights: { grantsOf(membership: Membership): Promise<SpaceGrants> };
}

/** What other modules may ask of workspaces. */
export interface Workspaces
  extends
    Module,
    Pick<Places, "resolve" | "placeOf">,
    Pick<MembersService, "leaveAll">,
    Pick<WorkspacesService, "createPersonal" | "listTeams" | "listIds" | "listFavoriteFolders" | "whole"> {
  /** Mailing invites. */
  invites: Pick<InvitesService, "forMailing" | "listPresent" | "noteMailed" | "concludeMailed">;
  sweepers: Sweeper[];
}

/** Personal and team workspaces, who is in them, their teams, and the ways in. */
export function createWorkspaces(ports: Ports, deps: WorkspacesDeps, later: () => WorkspacesLater): Workspaces {
  const places = createPlaces(ports);
  const invites = createInvitesService(ports, { ...deps, places, later });
  const workspaces = createWorkspacesService(ports, { ...deps, places, invites, later });
  const members = createMembersService(ports, { ...deps, places, later });
  const teams = createTeamsService(ports, { ...deps, places, later });
  return {
    resolve: places.resolve,
    placeOf: places.placeOf,
    leaveAll: members.leaveAll,
    createPersonal: workspaces.createPersonal,
    listTeams: workspaces.listTeams,
    listIds: workspaces.listIds,
    listFavoriteFolders: workspaces.listFavoriteFolders,
    whole: workspaces.whole,
    invites,
    async routes(app) {
      workspaceRoutes(app, workspaces, members);
      inviteRoutes(app, invites, workspaces);
      memberRoutes(app, members);
      teamRoutes(app, teams);
      await app.register(async (scope) => logoRoutes(scope, { workspaces, teams, media: () => later().media }));
    },
    jobs: [
      handles(purgeWorkspace, (payload, signal) =>
        handlePurgeWorkspace({ ports, releaseBlob: (tx, id) => later().media.releaseBlob(tx, id) }, payload, signal),
      ),
    ],
    sweepers: [{ name: "workspaces whose days of grace are over", run: (signal) => workspaces.purgeDeleted(signal) }],
  };
}
