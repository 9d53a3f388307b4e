import type { Executor } from "../../db/client.ts";
import { handles } from "../../ports/jobs.port.ts";
import type { Ports } from "../../ports/index.ts";
import type { Module } from "../module.ts";
import { handlePurgeWorkspace, purgeWorkspace } from "./workspaces.jobs.ts";
import { type ListFiles, workspaceRoutes } from "./workspaces.routes.ts";
import { createWorkspacesService } from "./workspaces.service.ts";

export type { WorkspaceFacts } from "./workspaces.service.ts";
export type { ListFiles } from "./workspaces.routes.ts";

/** What workspaces need of modules that are built after them; asked for at the time of use. */
export interface WorkspacesLater {
  listFiles: ListFiles;
  releaseBlob(tx: Executor, blobId: string): Promise<void>;
}

export type Workspaces = ReturnType<typeof createWorkspaces>;

/** Personal and team workspaces: who is in them, and their folders. */
export function createWorkspaces(ports: Ports, later: () => WorkspacesLater) {
  const service = createWorkspacesService(ports);
  const { createPersonal, resolve, leaveAll } = service;
  return {
    createPersonal,
    resolve,
    leaveAll,
    routes: (app) => workspaceRoutes(app, { workspaces: service, listFiles: (actor, query) => later().listFiles(actor, query) }),
    jobs: [
      handles(purgeWorkspace, (payload, signal) =>
        handlePurgeWorkspace({ ports, releaseBlob: (tx, id) => later().releaseBlob(tx, id) }, payload, signal),
      ),
    ],
  } satisfies Module & Record<string, unknown>;
}
