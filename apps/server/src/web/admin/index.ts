import type { FastifyInstance } from "fastify";
import type { Module } from "../../platform/module.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import { adminRoutes } from "./admin.routes.ts";

/** Creates the module for administrators of the installation. */
export function createAdmin(deps: { outbox: Pick<Outbox, "list"> }): Module {
  return { routes: (app: FastifyInstance) => adminRoutes(app, deps) };
}
