import { listRecentItems, recordRecentItem } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { RecentItems } from "./recent-items.service.ts";

/** Registers the routes of recent items. */
export function recentItemsRoutes(app: FastifyInstance, recentItems: RecentItems): void {
  implement(app, listRecentItems, { needs: "account.own" }, async (_args, { actor }) => ({
    items: await recentItems.list(signedIn(actor)),
    nextCursor: null,
  }));

  implement(app, recordRecentItem, { needs: "item.read" }, async ({ params }, { actor }) => {
    await recentItems.record(signedIn(actor), params.itemId);
    return {};
  });
}
