import type { Executor } from "../../platform/db/client.ts";
import { handles } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Module, Sweeper } from "../../platform/module.ts";
import { inviteRoutes } from "./invites.routes.ts";
import { createInvitesService, type InvitesService } from "./invites.service.ts";
import { logoRoutes } from "./logos.routes.ts";
import { setOnlyOwner } from "./members.repo.ts";
import { memberRoutes } from "./members.routes.ts";
import { createMembersService, type MembersService } from "./members.service.ts";
import { teamRoutes } from "./teams.routes.ts";
import { createTeamsService } from "./teams.service.ts";
import { handlePurgeWorkspace, purgeWorkspace } from "./workspaces.jobs.ts";
import type { WorkspacesDeps } from "./workspaces.deps.ts";
import { workspaceRoutes } from "./workspaces.routes.ts";
import { createWorkspacesService, type WorkspacesService } from "./workspaces.service.ts";

export type { FavoriteFolder } from "./workspaces.service.ts";

/** Workspace functions for other modules. */
export interface Workspaces
  extends Module, Pick<MembersService, "leaveAll">, Pick<WorkspacesService, "createPersonal" | "listFavoriteFolders" | "whole"> {
  /** Functions for sending invites by mail, for admitting invited people and for notifications. */
  invites: Pick<InvitesService, "admits" | "forMailing" | "listPresent" | "noteMailed" | "concludeMailed" | "openFor">;
  /** Makes a user the only owner of a locked workspace, as a new member if necessary. The former owners become admins. */
  setOwner(tx: Executor, workspaceId: string, userId: string): Promise<void>;
  sweepers: Sweeper[];
}

/** Personal and team workspaces with members, teams and invites. */
export function createWorkspaces(ports: Ports, deps: WorkspacesDeps): Workspaces {
  const invites = createInvitesService(ports, deps);
  const workspaces = createWorkspacesService(ports, { ...deps, invites });
  const members = createMembersService(ports, deps);
  const teams = createTeamsService(ports, deps);
  return {
    leaveAll: members.leaveAll,
    setOwner: (tx, workspaceId, userId) => setOnlyOwner(tx, workspaceId, userId, ports.clock.now()),
    createPersonal: workspaces.createPersonal,
    listFavoriteFolders: workspaces.listFavoriteFolders,
    whole: workspaces.whole,
    invites,
    async routes(app) {
      workspaceRoutes(app, workspaces, members);
      inviteRoutes(app, invites, workspaces);
      memberRoutes(app, members);
      teamRoutes(app, teams);
      await app.register(async (scope) => logoRoutes(scope, { workspaces, teams, media: deps.media }));
    },
    jobs: [
      handles(purgeWorkspace, (payload, signal) =>
        handlePurgeWorkspace({ ports, releaseBlobs: (tx, ids) => deps.media.releaseBlobs(tx, ids) }, payload, signal),
      ),
    ],
    sweepers: [{ name: "purge-workspaces", run: (signal) => workspaces.purgeDeleted(signal) }],
  };
}
