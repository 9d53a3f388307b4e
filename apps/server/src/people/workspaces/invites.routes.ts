import { createInvite, joinWorkspace, listInvites, readInvite, revokeInvite, withdrawInvite } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { InvitesService } from "./invites.service.ts";
import type { WorkspacesService } from "./workspaces.service.ts";

/** Registers the routes of invites. In three of them `id` is the workspace's; for reading and joining it is the link's secret. */
export function inviteRoutes(app: FastifyInstance, invites: InvitesService, workspaces: Pick<WorkspacesService, "whole">): void {
  implement(app, createInvite, { needs: "workspace.invite" }, ({ params }, { actor, request }) =>
    invites.create(signedIn(actor), params.id, request.ip),
  );

  implement(app, readInvite, { needs: "public" }, ({ params }, { actor, request }) => invites.read(actor, params.id, request.ip));

  implement(app, revokeInvite, { needs: "workspace.invite" }, async ({ params }, { actor, request }) => {
    await invites.revoke(signedIn(actor), params.id, request.ip);
    return {};
  });

  implement(app, joinWorkspace, { needs: "signed-in" }, async ({ params }, { actor, request }) => {
    const user = signedIn(actor);
    return workspaces.whole(user, await invites.join(user, params.id, request.ip));
  });

  implement(app, listInvites, { needs: "workspace.invite" }, ({ params }, { actor }) => invites.list(signedIn(actor), params.workspaceId));

  implement(app, withdrawInvite, { needs: "workspace.invite" }, async ({ params }, { actor, request }) => {
    await invites.withdraw(signedIn(actor), params.workspaceId, params.pendingId, request.ip);
    return {};
  });
}
