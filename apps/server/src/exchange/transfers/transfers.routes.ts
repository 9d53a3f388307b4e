import { createTakeout, deleteTakeout, getImport, getTakeout, listImports, listTakeouts } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { ImportsService } from "./imports.service.ts";
import type { TakeoutsService } from "./takeouts.service.ts";

/** Registers the routes of takeouts and imports. */
export function transfersRoutes(app: FastifyInstance, takeouts: TakeoutsService, imports: ImportsService): void {
  implement(app, createTakeout, { needs: "account.own" }, (_args, { actor, request }) => takeouts.create(signedIn(actor), request.ip));
  implement(app, listTakeouts, { needs: "account.own" }, ({ query }, { actor }) => takeouts.list(signedIn(actor), query));
  implement(app, getTakeout, { needs: "account.own" }, ({ params }, { actor }) => takeouts.get(signedIn(actor), params.takeoutId));
  implement(app, deleteTakeout, { needs: "account.own" }, async ({ params }, { actor }) => {
    await takeouts.remove(signedIn(actor), params.takeoutId);
    return {};
  });
  implement(app, listImports, { needs: "account.own" }, ({ query }, { actor }) => imports.list(signedIn(actor), query));
  implement(app, getImport, { needs: "account.own" }, ({ params }, { actor }) => imports.get(signedIn(actor), params.importId));
}
