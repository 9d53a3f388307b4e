import type { Workspace } from "@stillreel/contract";
import type { z } from "zod";
import type { Executor } from "../../db/client.ts";
import type { UserActor } from "../../policies/actor.ts";
import { handles } from "../../ports/jobs.port.ts";
import type { Ports } from "../../ports/index.ts";
import type { Module } from "../module.ts";
import { handlePurgeWorkspace, purgeWorkspace } from "./workspaces.jobs.ts";
import { presentWholeWorkspace } from "./workspaces.present.ts";
import { workspaceRoutes } from "./workspaces.routes.ts";
import { createWorkspacesService } from "./workspaces.service.ts";

export type { FavoriteFolder } from "./workspaces.repo.ts";
export type { WorkspaceFacts } from "./workspaces.service.ts";

/** What workspaces need of modules that are built after them; asked for at the time of use. */
export interface WorkspacesLater {
  releaseBlob(tx: Executor, blobId: string): Promise<void>;
}

export type Workspaces = ReturnType<typeof createWorkspaces>;

/** Personal and team workspaces, and who is in them. */
export function createWorkspaces(ports: Ports, later: () => WorkspacesLater) {
  const service = createWorkspacesService(ports);
  const { createPersonal, resolve, leaveAll, listTeams, listIds, listFavoriteFolders } = service;
  return {
    createPersonal,
    resolve,
    leaveAll,
    listTeams,
    listIds,
    listFavoriteFolders,
    /** A space with everybody in it, as the contract shows it. @throws AppError `not-found`, `unauthenticated` */
    async whole(actor: UserActor, ref: string): Promise<z.input<typeof Workspace>> {
      const { workspace, role } = await service.load(actor, ref);
      const [favorites, people] = await Promise.all([listFavoriteFolders(actor.id), service.listMembers(workspace.id)]);
      return presentWholeWorkspace(actor, workspace, role, favorites, people);
    },
    routes: (app) => workspaceRoutes(app, service),
    jobs: [
      handles(purgeWorkspace, (payload, signal) =>
        handlePurgeWorkspace({ ports, releaseBlob: (tx, id) => later().releaseBlob(tx, id) }, payload, signal),
      ),
    ],
  } satisfies Module & Record<string, unknown>;
}
