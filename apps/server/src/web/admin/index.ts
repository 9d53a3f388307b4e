import { listAllWorkspaces } from "@stillreel/contract";
import { implement } from "../../platform/http/implement.ts";
import type { Module } from "../../platform/module.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { adminRoutes } from "./admin.routes.ts";
import { listWorkspaces } from "./all-workspaces.service.ts";

/** Creates the module for administrators of the installation: the outbox and the list of workspaces. */
export function createAdmin(ports: Pick<Ports, "db" | "clock">, deps: { outbox: Pick<Outbox, "list"> }): Module {
  return {
    routes(app) {
      adminRoutes(app, deps);
      implement(app, listAllWorkspaces, { needs: "server.admin" }, ({ query }) => listWorkspaces(ports, query));
    },
  };
}
