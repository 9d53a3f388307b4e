import type { FolderKind } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import type { FoldersDeps } from "./folders.deps.ts";
import type { PresentedFolder } from "./folders.present.ts";
import { folderRoutes } from "./folders.routes.ts";
import { createFoldersService } from "./folders.service.ts";
import { createFolderReading } from "./reading.service.ts";

export type { PresentedFolder } from "./folders.present.ts";

/** Interface of the folders module for other modules. */
export interface Folders extends Module {
  /** Returns these folders as the caller may see them, in the requested order. Unreadable ones are left out. */
  presentMany(actor: Actor, folderIds: readonly string[]): Promise<PresentedFolder[]>;
  /**
   * Returns the folder with this name below the parent and creates it if missing. Used by imports with the rights of
   * `userId`. It runs in the caller's transaction, which locks the folder tree until it ends, so that should be short.
   * The name already follows the rules of `FolderName`.
   * @throws AppError `validation-failed` when the parent does not exist, or the user may not write to the existing
   * folder; `forbidden` when the user may not write to the parent; `folder-too-deep`
   */
  ensure(
    tx: Executor,
    given: {
      workspaceId: string;
      parentId: string | null;
      kind: FolderKind;
      name: string;
      color?: string;
      userId: string;
    },
  ): Promise<string>;
}

/** Creates the module for folders. Each workspace has a folder tree (the personal one has two). */
export function createFolders(ports: Ports, deps: FoldersDeps): Folders {
  const reading = createFolderReading(ports, deps);
  const service = createFoldersService(ports, deps, reading);
  return {
    presentMany: reading.presentMany,
    ensure: service.ensure,
    routes: (app) => folderRoutes(app, deps, { service, reading }),
  };
}
