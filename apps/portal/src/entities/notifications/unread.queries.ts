import { listNotifications } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { onLive } from "../../platform/live/live-events.ts";

/** Start of the keys that are read again when the server reports a change. Open lists have another one, so that they do not move. */
export const LIVE_KEY = ["notifications", "live"] as const;

/** Number of unread notifications, up to the maximum that the server counts. */
export const unreadQuery = queryOptions({
  queryKey: [...LIVE_KEY, "unread"] as const,
  queryFn: async ({ signal }) => (await client.call(listNotifications, { query: { limit: 1 } }, { signal })).unread,
  staleTime: 60_000,
});

/** Reads number and newest notifications again when the server reports a change. Returns a function that unsubscribes. */
export const followNotifications = (): (() => void) =>
  onLive(({ type }) => {
    if (type === "notifications" || type === "reset") void queryClient.invalidateQueries({ queryKey: LIVE_KEY });
  });
