import { listRecentItems, recordRecentItem } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";

/** The items that the user last opened or added, across all spaces. */
export const recentItemsQuery = queryOptions({
  queryKey: ["user", "recent-items"] as const,
  queryFn: ({ signal }) => client.call(listRecentItems, {}, { signal }),
  select: (page) => page.items,
  staleTime: 0,
});

/** Records that the user opened the page of an item. A failure is ignored: the item is only missing among the recent ones. */
export async function recordOpening(itemId: string): Promise<void> {
  await client.call(recordRecentItem, { params: { itemId } }).catch(() => undefined);
}
