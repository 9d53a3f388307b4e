import { listFileRights, listFolderRights, removeFileRight, removeFolderRight, setFileRight, setFolderRight } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { Entries } from "./entries.service.ts";

/** Registers the routes of entries on folders and items. */
export function entriesRoutes(app: FastifyInstance, entries: Entries): void {
  for (const { type, list, set, remove } of [
    { type: "folder", list: listFolderRights, set: setFolderRight, remove: removeFolderRight },
    { type: "file", list: listFileRights, set: setFileRight, remove: removeFileRight },
  ] as const) {
    implement(app, list, { needs: type === "folder" ? "folder.read" : "item.read" }, ({ params }, { actor }) =>
      entries.list(signedIn(actor), { ...params, type }),
    );
    implement(app, set, { needs: "entries.edit" }, ({ params, body }, { actor, request }) =>
      entries.set(signedIn(actor), { ...params, type, ip: request.ip }, body),
    );
    implement(app, remove, { needs: "entries.edit" }, async ({ params: { id, ...params } }, { actor, request }) => {
      await entries.remove(signedIn(actor), { ...params, type, ip: request.ip }, id);
      return {};
    });
  }
}
