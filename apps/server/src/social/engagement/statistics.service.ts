import { type getStatistics, type ServerResult, ViewSource } from "@stillreel/contract";
import type { Ports } from "../../platform/ports/index.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { EngagementDeps } from "./engagement.deps.ts";
import * as repo from "./statistics.repo.ts";
import { curveOf } from "./views.plan.ts";

const DAY_MS = 86_400_000;
const PERCENTS = [25, 50, 75, 100];

/** Returns the last `count` days (UTC), oldest first and today last. */
function daysUntil(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10));
}

/** Creates the service for view statistics of an item. Its callers need write permission. */
export function createStatistics(ports: Ports, { items }: Pick<EngagementDeps, "items">) {
  return {
    /** @throws AppError `not-found`, `forbidden` */
    async get(actor: UserActor, itemId: string, count: number): Promise<ServerResult<typeof getStatistics>> {
      const { row, facts } = await items.readable(actor, itemId);
      authorize(actor, "item.write", facts);
      const days = daysUntil(ports.clock.now(), count);
      const [perDay, totals] = await Promise.all([
        repo.listDays(ports.pool, row.id, new Date(`${days[0] ?? ""}T00:00:00Z`)),
        repo.findTotals(ports.pool, row.id),
      ]);
      const byDay = new Map(perDay.map((one) => [one.day, one]));
      const counted = Object.values(totals.views).reduce((sum, views) => sum + views, 0);
      return {
        views: row.view_count,
        uniqueViews: row.unique_view_count,
        likes: row.like_count,
        comments: row.comment_count,
        averageSeconds: counted === 0 ? null : totals.seconds / counted,
        overTime: days.map((day) => byDay.get(day) ?? { day, views: 0, uniqueViews: 0 }),
        ...(row.type === "video" ? curveOf(totals.coverages, PERCENTS) : { coverage: [], completion: [] }),
        sources: ViewSource.options.map((source) => ({ source, views: totals.views[source] })),
      };
    },
  };
}

export type Statistics = ReturnType<typeof createStatistics>;
