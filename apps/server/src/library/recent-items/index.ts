import type { Module, Sweeper } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { recentItemsRoutes } from "./recent-items.routes.ts";
import { createRecentItemsService, type RecentItemsDeps } from "./recent-items.service.ts";

/** Creates the module for the items that a user last opened. */
export function createRecentItems(ports: Ports, deps: RecentItemsDeps): Module & { sweepers: Sweeper[] } {
  const service = createRecentItemsService(ports, deps);
  return {
    routes: (app) => recentItemsRoutes(app, service),
    sweepers: [{ name: "delete-old-openings", run: (signal) => service.sweep(signal) }],
  };
}
