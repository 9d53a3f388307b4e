import { z } from "zod";
import { Id, Nothing } from "./common.contract.ts";
import { Item } from "./items.contract.ts";
import { RECENT_ITEMS_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

export const listRecentItems = defineRoute({
  id: "recentItems.list",
  method: "GET",
  path: "/recent-items",
  summary: "Items that the caller opened or added last, in all spaces, newest first",
  auth: "user",
  response: z.object({ items: z.array(Item).max(RECENT_ITEMS_MAX), nextCursor: z.null() }),
});

export const recordRecentItem = defineRoute({
  id: "recentItems.record",
  method: "PUT",
  path: "/recent-items/{itemId}",
  summary: "Record that the caller opened the page of an item",
  auth: "user",
  params: z.object({ itemId: Id }),
  response: Nothing,
});
