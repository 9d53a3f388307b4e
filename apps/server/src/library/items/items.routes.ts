import {
  addFromPersonal,
  copyItem,
  countItems,
  deleteItems,
  favoriteItem,
  favoriteItems,
  getImage,
  getVideo,
  listItems,
  moveItem,
  moveManyItems,
  previewRetention,
  purgeImage,
  purgeVideo,
  replaceImage,
  restoreItems,
  retryItem,
  saveOriginal,
  trashItems,
  updateItem,
  uploadImage,
  uploadVideo,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import { acceptForms } from "../../platform/http/multipart.ts";
import { receiveFile, type ReceiveDeps, receiveReplacement } from "./items.receive.ts";
import type { ItemsService } from "./items.service.ts";

/** Registers the routes of items. */
export function itemsRoutes(deps: ReceiveDeps) {
  const { service } = deps;
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(async (scope) => {
      acceptForms(scope);
      implement(scope, uploadImage, { needs: "folder.add" }, ({ params }, { actor, request, reply }) =>
        receiveFile(deps, "image", params.workspaceId, { actor: signedIn(actor), request, reply }),
      );
      implement(scope, uploadVideo, { needs: "folder.add" }, ({ params }, { actor, request, reply }) =>
        receiveFile(deps, "video", params.workspaceId, { actor: signedIn(actor), request, reply }),
      );
      implement(scope, replaceImage, { needs: "item.write" }, ({ params }, { actor, request, reply }) =>
        receiveReplacement(deps, params.workspaceId, { actor: signedIn(actor), request, reply }),
      );
    });
    single(app, service);
    many(app, service);
    implement(app, listItems, { needs: "item.list" }, ({ params, query }, { actor }) =>
      service.written(actor, params.workspaceId, {
        ...query,
        type: query.type ?? null,
        folderId: query.folderId,
        cursor: query.cursor,
        q: query.q,
        asMember: query.asMember,
      }),
    );
    implement(app, previewRetention, { needs: "server.admin" }, ({ query }) => service.retention.preview(query.days));
    implement(app, countItems, { needs: "item.list" }, ({ params, query }, { actor }) =>
      service.counts(actor, params.workspaceId, query.asMember),
    );
  };
}

function single(app: FastifyInstance, service: ItemsService): void {
  implement(app, getImage, { needs: "item.read" }, async ({ params, query }, { actor }) => {
    const found = await service.at(actor, params.workspaceId, "image", params.itemId);
    await service.markOpened(found.row.id);
    return service.shownAs(actor, found, query.asMember);
  });
  implement(app, getVideo, { needs: "item.read" }, async ({ params, query }, { actor }) => {
    const found = await service.at(actor, params.workspaceId, "video", params.itemId);
    await service.markOpened(found.row.id);
    return service.shownAs(actor, found, query.asMember);
  });
  implement(app, updateItem, { needs: "item.write" }, ({ params, body }, { actor }) =>
    service.update(signedIn(actor), params.workspaceId, params.type, params.itemId, body),
  );
  implement(app, saveOriginal, { needs: "item.write" }, ({ params, body }, { actor }) =>
    service.saveOriginal(signedIn(actor), params.workspaceId, body.fullFileName),
  );
  implement(app, retryItem, { needs: "item.write" }, async ({ params }, { actor }) => {
    await service.retry(signedIn(actor), params.itemId);
    return {};
  });
  implement(app, purgeImage, { needs: "item.write" }, async ({ params, query }, { actor, request }) => {
    const { imageId: itemId, refName, folderId } = query;
    await service.purge(signedIn(actor), params.workspaceId, "image", { itemId, refName, folderId }, request.ip);
    return {};
  });
  implement(app, purgeVideo, { needs: "item.write" }, async ({ params, query }, { actor, request }) => {
    const { videoId: itemId, refName, folderId } = query;
    await service.purge(signedIn(actor), params.workspaceId, "video", { itemId, refName, folderId }, request.ip);
    return {};
  });
  implement(app, favoriteItem, { needs: "item.read" }, ({ params, body }, { actor }) =>
    service.favorite(signedIn(actor), params.itemId, body.favorite),
  );
  implement(app, copyItem, { needs: "item.read" }, ({ params, body }, { actor }) => service.copy(signedIn(actor), params.itemId, body));
  implement(app, moveItem, { needs: "item.write" }, ({ params, body }, { actor, request }) =>
    service.move(signedIn(actor), params.itemId, body, request.ip),
  );
  implement(app, addFromPersonal, { needs: "folder.add" }, ({ params, query }, { actor }) =>
    service.addFromPersonal(signedIn(actor), params.workspaceId, params.type, { itemId: query.itemId, folderId: query.folderId }),
  );
}

function many(app: FastifyInstance, service: ItemsService): void {
  implement(app, trashItems, { needs: "items.write" }, ({ params, body }, { actor, request }) =>
    service.bulk(signedIn(actor), params.workspaceId, { kind: "trash" }, body, request.ip),
  );
  implement(app, restoreItems, { needs: "items.write" }, ({ params, body }, { actor, request }) =>
    service.bulk(signedIn(actor), params.workspaceId, { kind: "restore" }, body, request.ip),
  );
  implement(app, deleteItems, { needs: "items.write" }, ({ params, body }, { actor, request }) =>
    service.bulk(signedIn(actor), params.workspaceId, { kind: "delete" }, body, request.ip),
  );
  implement(app, moveManyItems, { needs: "items.write" }, ({ params, body }, { actor, request }) =>
    service.bulk(signedIn(actor), params.workspaceId, { kind: "move", folderId: body.folderId }, body, request.ip),
  );
  implement(app, favoriteItems, { needs: "items.read" }, ({ params, body }, { actor, request }) =>
    service.bulk(signedIn(actor), params.workspaceId, { kind: "favorite", favorite: body.favorite }, body, request.ip),
  );
}
