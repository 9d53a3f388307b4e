import { cancelSave, createSave, createSaveFolder, getSave, getSaveName, listSaveFolders, retrySave } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { idempotencyKeyOf } from "../../platform/http/idempotency-key.ts";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { SavesService } from "./saves.service.ts";

/** Registers the saves to connected accounts, and the choice of their folder. */
export function savesRoutes(app: FastifyInstance, service: SavesService): void {
  implement(app, listSaveFolders, { needs: "account.own" }, ({ params, query }, { actor }) =>
    service.listFolders(signedIn(actor), params.provider, query.parentId ?? null, query.cursor ?? null),
  );
  implement(app, createSaveFolder, { needs: "account.own" }, ({ params, body }, { actor }) =>
    service.createFolder(signedIn(actor), params.provider, body.parentId ?? null, body.name),
  );
  implement(app, getSaveName, { needs: "item.read" }, ({ params, query }, { actor }) =>
    service.previewName(signedIn(actor), params.provider, query),
  );
  implement(app, createSave, { needs: "item.read" }, async ({ params, body }, { actor, request }) => ({
    saveId: await service.create(signedIn(actor), params.provider, body, {
      ip: request.ip,
      idempotencyKey: idempotencyKeyOf(request.headers),
    }),
  }));
  implement(app, getSave, { needs: "account.own" }, ({ params }, { actor }) => service.get(signedIn(actor), params.saveId));
  implement(app, cancelSave, { needs: "account.own" }, ({ params }, { actor }) => service.cancel(signedIn(actor), params.saveId));
  implement(app, retrySave, { needs: "account.own" }, ({ params }, { actor }) => service.retry(signedIn(actor), params.saveId));
}
