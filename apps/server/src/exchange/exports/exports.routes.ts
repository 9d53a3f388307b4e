import { createExport, deleteExport, getExport, listExports } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { ExportsService } from "./exports.service.ts";

/** Registers the exports of videos to other formats. */
export function exportsRoutes(app: FastifyInstance, service: ExportsService): void {
  implement(app, createExport, { needs: "item.read" }, ({ params, body }, { actor }) =>
    service.create(signedIn(actor), params.itemId, body),
  );
  implement(app, listExports, { needs: "item.read" }, ({ params }, { actor }) => service.list(signedIn(actor), params.itemId));
  implement(app, getExport, { needs: "item.read" }, ({ params }, { actor }) =>
    service.get(signedIn(actor), params.itemId, params.exportId),
  );
  implement(app, deleteExport, { needs: "account.own" }, ({ params }, { actor }) => service.remove(signedIn(actor), params.exportId));
}
