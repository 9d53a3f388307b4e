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

/** What other modules may ask of folders. */
export interface Folders extends Module {
  /** These folders as the caller may see them, in the order asked for; those they may not are left out. */
  presentMany(actor: Actor, folderIds: readonly string[]): Promise<PresentedFolder[]>;
  /**
   * The folder of this name below the parent, made if it is not there; for imports of `userId`, whose rights decide. Within the caller's
   * transaction, which keeps the tree from being rearranged until it ends, so it should be short. The name follows the rules of `FolderName`
   * already.
   * @throws AppError `validation-failed` when the parent is gone, and where a folder of this name is there that they may not write in;
   * `forbidden` when they may not write in the parent; `folder-too-deep`
   */
  ensure(
    tx: Executor,
    given: {
      workspaceId: string;
      parentId: string | null;
      kind: "image" | "video" | "mixed";
      name: string;
      color?: string;
      userId: string;
    },
  ): Promise<string>;
}

/** Folders: a tree (two in the personal space) that holds items. */
export function createFolders(ports: Ports, deps: FoldersDeps): Folders {
  const reading = createFolderReading(ports, deps);
  const service = createFoldersService(ports, deps, reading);
  return {
    presentMany: reading.presentMany,
    ensure: service.ensure,
    routes: (app) => folderRoutes(app, deps, { service, reading }),
  };
}
