import {
  createWorkspace,
  deleteWorkspace,
  leaveWorkspace,
  listDeletedWorkspaces,
  listWorkspaces,
  renameWorkspace,
  restoreWorkspace,
  updateWorkspaceProfile,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { MembersService } from "./members.service.ts";
import type { WorkspacesService } from "./workspaces.service.ts";

/** Registers the routes of workspaces. */
export function workspaceRoutes(app: FastifyInstance, workspaces: WorkspacesService, members: Pick<MembersService, "leave">): void {
  implement(app, listWorkspaces, { needs: "account.own" }, (_args, { actor }) => workspaces.list(signedIn(actor)));

  implement(app, createWorkspace, { needs: "account.own" }, ({ query }, { actor, request }) =>
    workspaces.create(signedIn(actor), query.name, request.ip),
  );

  implement(app, renameWorkspace, { needs: "workspace.manage" }, ({ params, body }, { actor, request }) =>
    workspaces.rename(signedIn(actor), params.workspaceId, body.newName, request.ip),
  );

  implement(app, updateWorkspaceProfile, { needs: "workspace.manage" }, ({ params, body }, { actor, request }) =>
    workspaces.updateProfile(signedIn(actor), params.workspaceId, body, request.ip),
  );

  implement(app, leaveWorkspace, { needs: "workspace.leave" }, async ({ params }, { actor, request }) => {
    await members.leave(signedIn(actor), params.workspaceId, request.ip);
    return {};
  });

  implement(app, deleteWorkspace, { needs: "workspace.delete" }, ({ params }, { actor, request }) =>
    workspaces.remove(signedIn(actor), params.workspaceId, request.ip),
  );

  implement(app, listDeletedWorkspaces, { needs: "account.own" }, (_args, { actor }) => workspaces.listDeleted(signedIn(actor)));

  implement(app, restoreWorkspace, { needs: "workspace.delete" }, ({ params }, { actor, request }) =>
    workspaces.restore(signedIn(actor), params.workspaceId, request.ip),
  );
}
