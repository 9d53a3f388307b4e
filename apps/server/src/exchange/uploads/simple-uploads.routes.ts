import { uploadFromTool } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { Bare, implement, signedIn } from "../../platform/http/implement.ts";
import { acceptForms } from "../../platform/http/multipart.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Shares } from "../../library/shares/index.ts";

export interface SimpleUploadDeps {
  items: Pick<Items, "receive">;
  shares: Pick<Shares, "get">;
}

/** Registers the upload for other programs: one request with a file, which returns the link. */
export function simpleUploadRoutes({ publicUrl }: Pick<Ports, "publicUrl">, { items, shares }: SimpleUploadDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(async (scope) => {
      acceptForms(scope);
      implement(scope, uploadFromTool, { needs: "folder.add" }, async ({ query }, { actor, request, reply }) => {
        const user = signedIn(actor);
        const { id, type, title, workspaceId } = await items.receive(query.workspaceId, { actor: user, request, reply });
        const library = workspaceId === user.personalWorkspaceId ? "" : `/w/${workspaceId}`;
        const page = `${publicUrl()}${library}/${type}s/${id}`;
        const url =
          query.link === "true"
            ? `${publicUrl()}/s/${(await shares.get(user, { workspaceRef: workspaceId, itemId: id }, request.ip)).slug}`
            : page;
        return query.format === "text" ? new Bare("text/plain; charset=utf-8", `${url}\n`) : { id, type, title, url };
      });
    });
  };
}
