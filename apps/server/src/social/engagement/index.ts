import { addMonths, type MonthlyTable } from "../../platform/db/months.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Module, Sweeper } from "../../platform/module.ts";
import type { TimelineFollower } from "../../platform/ports/timeline.port.ts";
import type { EngagementDeps } from "./engagement.deps.ts";
import { engagementRoutes } from "./engagement.routes.ts";
import { createLikes } from "./likes.service.ts";
import { createStatistics } from "./statistics.service.ts";
import { viewsTimeline } from "./views.timeline.ts";
import { createViews } from "./views.service.ts";

/** Views have no retention: the statistics of an item show all of its time. */
const VIEWS: MonthlyTable = { table: "views", by: "created_at" };

/** Creates the module for likes, views and statistics of items. */
export function createEngagement(ports: Ports, deps: EngagementDeps): Module & { sweepers: Sweeper[]; timeline: TimelineFollower } {
  const likes = createLikes(ports, deps);
  const views = createViews(ports, deps);
  const statistics = createStatistics(ports, deps);
  return {
    routes: (app) => engagementRoutes(app, { likes, views, statistics }),
    timeline: viewsTimeline,
    sweepers: [
      { name: "delete-uncounted-views", run: (signal) => views.sweep(signal) },
      { name: "add-view-months", run: (signal) => addMonths(ports.db, VIEWS, ports.clock.now(), signal) },
    ],
  };
}
