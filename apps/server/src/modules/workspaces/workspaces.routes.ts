import { getWorkspace, type Item, LIST_LIMIT_DEFAULT, listWorkspaces } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { AppError } from "../../http/app-error.ts";
import { implement, signedIn } from "../../http/implement.ts";
import type { UserActor } from "../../policies/actor.ts";
import { presentFolder, presentWholeWorkspace, presentWorkspace } from "./workspaces.present.ts";
import type { WorkspaceFacts, WorkspacesService } from "./workspaces.service.ts";

/** A page of the live items directly in one folder, or at the root when `folderId` is null; of every type. */
export type ListFiles = (
  actor: UserActor,
  query: { workspace: WorkspaceFacts; folderId: string | null; limit: number },
) => Promise<{ items: z.input<typeof Item>[]; nextCursor: string | null }>;

export function workspaceRoutes(app: FastifyInstance, deps: { workspaces: WorkspacesService; listFiles: ListFiles }): void {
  const { workspaces, listFiles } = deps;

  implement(app, listWorkspaces, async (_args, { actor }) => {
    const user = signedIn(actor);
    return (await workspaces.listTeams(user.id)).map((row) => presentWorkspace(user, row.workspace, row.role));
  });

  implement(app, getWorkspace, async ({ params, query }, { actor }) => {
    const user = signedIn(actor);
    const { workspace, role } = await workspaces.load(user, params.workspaceId);
    const folderId = !query.folderId || query.folderId === "root" ? null : query.folderId;
    const [people, folders] = await Promise.all([workspaces.listMembers(workspace.id), workspaces.listFolders(workspace.id)]);
    const allFolders = folders.map((row) => presentFolder(user, row, role));
    const currentFolder = allFolders.find((folder) => folder.id === folderId) ?? null;
    if (folderId !== null && !currentFolder) throw new AppError("not-found");
    return {
      workspace: presentWholeWorkspace(user, workspace, role, people),
      currentFolder,
      folders: allFolders.filter((folder) => folder.parentId === folderId),
      files: await listFiles(user, { workspace: { id: workspace.id, kind: workspace.kind, role }, folderId, limit: LIST_LIMIT_DEFAULT }),
      allFolders,
    };
  });
}
