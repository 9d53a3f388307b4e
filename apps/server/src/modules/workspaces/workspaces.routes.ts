import { listWorkspaces } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../http/implement.ts";
import { presentWorkspace } from "./workspaces.present.ts";
import type { WorkspacesService } from "./workspaces.service.ts";

export function workspaceRoutes(app: FastifyInstance, workspaces: WorkspacesService): void {
  implement(app, listWorkspaces, async (_args, { actor }) => {
    const user = signedIn(actor);
    const [rows, favorites] = await Promise.all([workspaces.listTeams(user.id), workspaces.listFavoriteFolders(user.id)]);
    return rows.map((row) => presentWorkspace(user, row.workspace, row.role, favorites));
  });
}
