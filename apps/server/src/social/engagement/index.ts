import type { Ports } from "../../platform/ports/index.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Items } from "../../library/items/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Sweeper } from "../../web/sweeps/index.ts";
import type { Visits } from "../../library/visits/index.ts";
import { engagementRoutes } from "./engagement.routes.ts";
import { createLikes } from "./likes.service.ts";
import { createStatistics } from "./statistics.service.ts";
import { createViews } from "./views.service.ts";

export interface EngagementDeps {
  items: Pick<Items, "readable">;
  visits: Visits;
  events: Pick<Events, "publish">;
  limits: RateLimits;
}

/** What people think of items, and how they are watched. */
export function createEngagement(ports: Ports, deps: EngagementDeps): Module & { sweepers: Sweeper[] } {
  const likes = createLikes(ports, deps);
  const views = createViews(ports, deps);
  const statistics = createStatistics(ports, deps);
  return {
    routes: (app) => engagementRoutes(app, { likes, views, statistics }),
    sweepers: [{ name: "visits that never were views", run: (signal) => views.sweep(signal) }],
  };
}
