import type { Module, Sweeper } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { FolderTrashDeps } from "./folder-trash.deps.ts";
import { folderTrashRoutes } from "./folder-trash.routes.ts";
import { createFolderTrashService, type FolderTrashService } from "./folder-trash.service.ts";

export { freeName } from "./folder-trash.plan.ts";
export { holdVersions, lockTree } from "./tree-locks.repo.ts";

/** Interface of the module for deleted folders. */
export interface FolderTrash extends Module, Pick<FolderTrashService, "store" | "empty"> {
  sweepers: Sweeper[];
}

/** Creates the module for deleted folders: the trash of folders, separate from the live tree. */
export function createFolderTrash(ports: Ports, deps: FolderTrashDeps): FolderTrash {
  const service = createFolderTrashService(ports, deps);
  return {
    store: service.store,
    empty: service.empty,
    routes: (app) => folderTrashRoutes(app, service),
    sweepers: [{ name: "purge-deleted-folders", run: (signal) => service.purge(signal) }],
  };
}
