import { listDeletedFolders, restoreFolder } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { FolderTrashService } from "./folder-trash.service.ts";

/** Registers the routes of deleted folders. */
export function folderTrashRoutes(app: FastifyInstance, service: FolderTrashService): void {
  implement(app, listDeletedFolders, { needs: "item.list" }, ({ params, query }, { actor }) =>
    service.list(signedIn(actor), params.workspaceId, query.asMember),
  );
  implement(app, restoreFolder, { needs: "folder.write" }, ({ params }, { actor, request }) =>
    service.restore(signedIn(actor), params.workspaceId, params.folderId, request.ip),
  );
}
