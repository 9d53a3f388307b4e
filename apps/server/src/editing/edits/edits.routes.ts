import {
  addEditAsset,
  cancelRender,
  copyEditAsset,
  deleteVersions,
  getEdits,
  getPointer,
  listVersions,
  putEdits,
  putPointer,
  renderEdits,
  revertItem,
  type ServerResult,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn, Written } from "../../platform/http/implement.ts";
import { acceptForms } from "../../platform/http/multipart.ts";
import type { Assets } from "./assets.service.ts";
import type { EditsService } from "./edits.service.ts";
import type { Pointers } from "./pointer.service.ts";
import type { Renders } from "./renders.service.ts";
import type { Versions } from "./versions.service.ts";

export interface EditsRoutesDeps {
  edits: EditsService;
  renders: Renders;
  versions: Versions;
  pointers: Pointers;
  assets: Assets;
}

/**
 * Writes a response with documents. They are the contract's output already, so the declared form of a thousand effects of seven kinds, or of
 * fifty thousand positions, is not searched again.
 */
const written = <T>(value: T): Written => new Written(JSON.stringify(value));

/** Registers the routes of edits and versions. */
export async function editsRoutes(app: FastifyInstance, { edits, renders, versions, assets, pointers }: EditsRoutesDeps): Promise<void> {
  implement(app, getEdits, { needs: "item.write" }, async ({ params }, { actor }) =>
    written<ServerResult<typeof getEdits>>(await edits.get(signedIn(actor), params.itemId)),
  );
  implement(app, putEdits, { needs: "item.write" }, async ({ params, body }, { actor }) =>
    written<ServerResult<typeof putEdits>>(await edits.put(signedIn(actor), params.itemId, body)),
  );
  implement(app, getPointer, { needs: "item.write" }, async ({ params }, { actor }) =>
    written<ServerResult<typeof getPointer>>(await pointers.get(signedIn(actor), params.itemId)),
  );
  implement(app, putPointer, { needs: "item.write" }, ({ params, body }, { actor }) => pointers.put(signedIn(actor), params.itemId, body));
  implement(app, listVersions, { needs: "item.write" }, ({ params }, { actor }) => edits.list(signedIn(actor), params.itemId));
  implement(app, renderEdits, { needs: "item.write" }, ({ params, body }, { actor }) =>
    renders.request(signedIn(actor), params.itemId, body),
  );
  implement(app, cancelRender, { needs: "item.write" }, ({ params, query }, { actor }) =>
    renders.cancel(signedIn(actor), params.itemId, query.jobId),
  );
  await app.register(async (scope) => {
    acceptForms(scope);
    implement(scope, addEditAsset, { needs: "item.write" }, ({ params }, { actor, request, reply }) =>
      assets.add({ actor: signedIn(actor), request, reply }, params.itemId),
    );
  });
  implement(app, copyEditAsset, { needs: "item.write" }, ({ params, body }, { actor }) =>
    assets.copy(signedIn(actor), params.itemId, body.sourceItemId),
  );
  implement(app, deleteVersions, { needs: "item.write" }, ({ params }, { actor, request }) =>
    versions.removeOthers({ actor: signedIn(actor), ip: request.ip }, params.itemId),
  );
  implement(app, revertItem, { needs: "item.write" }, ({ params, query }, { actor, request }) =>
    versions.revert({ actor: signedIn(actor), ip: request.ip }, params.itemId, query.versionId),
  );
}
