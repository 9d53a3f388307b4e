import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createSearchLimit } from "./search.limit.ts";
import { searchRoutes } from "./search.routes.ts";
import { createSearchService, type SearchDeps } from "./search.service.ts";

/** Finds items and folders by words. */
export function createSearch(ports: Ports, deps: SearchDeps): Module {
  const service = createSearchService(ports, deps);
  const limit = createSearchLimit({ clock: ports.clock, factor: ports.config.RATE_LIMIT_FACTOR });
  return { routes: (app) => searchRoutes(app, service, limit) };
}
