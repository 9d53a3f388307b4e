import {
  deleteFolderShare,
  deleteShare,
  getFolderShare,
  getShare,
  getShared,
  listSharedItems,
  LIST_LIMIT_DEFAULT,
  SharedFolder,
  SharedItem,
  unlockShared,
  updateFolderShare,
  updateShare,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { visitorOf } from "../../access/visitors/index.ts";
import { implement, signedIn, writerOf, Written } from "../../platform/http/implement.ts";
import type { SharesService } from "./shares.service.ts";

const writeItem = writerOf(SharedItem);
const writeFolder = writerOf(SharedFolder);

/** Writes an answer of two forms by its form: the serializer of both would try each. */
const written = (shared: z.input<typeof SharedItem> | z.input<typeof SharedFolder>): Written =>
  new Written(shared.kind === "item" ? writeItem(shared) : writeFolder(shared));

/** Registers the routes of share links. */
export function sharesRoutes(service: SharesService) {
  return (app: FastifyInstance): void => {
    termsRoutes(app, service);
    implement(app, getShared, { needs: "link.open" }, async ({ params, query }, { request, reply }) => {
      void reply.header("x-robots-tag", "noindex");
      const { shared, cookie } = await service.shared(params.slug, visitorOf(request, params.slug), query);
      if (cookie !== null) void reply.header("set-cookie", service.cookiesOf(params.slug, cookie));
      return written(shared);
    });
    implement(app, unlockShared, { needs: "link.open" }, async ({ params, body }, { request, reply }) => {
      const visitor = visitorOf(request, params.slug);
      const { shared, cookie } = await service.unlock(params.slug, body.password, visitor, { ip: request.ip, limit: LIST_LIMIT_DEFAULT });
      if (cookie !== null) void reply.header("set-cookie", service.cookiesOf(params.slug, cookie));
      return written(shared);
    });
    implement(app, listSharedItems, { needs: "link.open" }, async ({ params, query }, { request, reply }) => {
      void reply.header("x-robots-tag", "noindex");
      const { page, cookie } = await service.listItems(params.slug, visitorOf(request, params.slug), query);
      if (cookie !== null) void reply.header("set-cookie", service.cookiesOf(params.slug, cookie));
      return page;
    });
  };
}

/** Registers the routes with which owners create, change and revoke the links of items and folders. */
function termsRoutes(app: FastifyInstance, service: SharesService): void {
  implement(app, getShare, { needs: "item.write" }, ({ params: { workspaceId, itemId } }, { actor, request }) =>
    service.get(signedIn(actor), { workspaceRef: workspaceId, itemId }, request.ip),
  );
  implement(app, updateShare, { needs: "item.write" }, ({ params: { workspaceId, itemId }, body }, { actor, request }) =>
    service.update(signedIn(actor), { workspaceRef: workspaceId, itemId }, body, request.ip),
  );
  implement(app, deleteShare, { needs: "item.write" }, async ({ params: { workspaceId, itemId } }, { actor, request }) => {
    await service.revoke(signedIn(actor), { workspaceRef: workspaceId, itemId }, request.ip);
    return {};
  });
  implement(app, getFolderShare, { needs: "folder.write" }, ({ params: { workspaceId, folderId } }, { actor, request }) =>
    service.get(signedIn(actor), { workspaceRef: workspaceId, folderId }, request.ip),
  );
  implement(app, updateFolderShare, { needs: "folder.write" }, ({ params: { workspaceId, folderId }, body }, { actor, request }) =>
    service.update(signedIn(actor), { workspaceRef: workspaceId, folderId }, body, request.ip),
  );
  implement(app, deleteFolderShare, { needs: "folder.write" }, async ({ params: { workspaceId, folderId } }, { actor, request }) => {
    await service.revoke(signedIn(actor), { workspaceRef: workspaceId, folderId }, request.ip);
    return {};
  });
}
