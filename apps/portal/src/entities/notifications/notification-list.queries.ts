import { type ClientResult, listNotifications, readNotifications } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, errorText, queryClient } from "../../platform/api.ts";
import { LIVE_KEY, unreadQuery } from "./unread.queries.ts";

/** A notification of the user. */
export type NotificationView = NotificationPage["items"][number];

type NotificationPage = ClientResult<typeof listNotifications>;

/** Which notifications a list shows. */
export type NotificationTab = "all" | "unread";

const LISTS_KEY = ["notifications", "lists"] as const;

const PAGE = 20;
/** Time after which the newest notifications are read again when a list is shown again, in milliseconds. */
const NEWEST_MS = 5_000;

/** The newest notifications, for the comparison with an open list, whose first page is their initial value. */
export const newestQuery = (tab: NotificationTab, initial?: { page: NotificationPage; readAt: number }) =>
  queryOptions({
    queryKey: [...LIVE_KEY, "newest", tab],
    queryFn: ({ signal }) => client.call(listNotifications, { query: { limit: PAGE, ...queryOf(tab, undefined) } }, { signal }),
    staleTime: NEWEST_MS,
    gcTime: 0,
    ...(initial && { initialData: initial.page, initialDataUpdatedAt: initial.readAt }),
  });

/** A list of notifications in pages. It is read when it opens, and does not move afterwards. */
export const notificationsQuery = (tab: NotificationTab) =>
  infiniteQueryOptions({
    queryKey: [...LISTS_KEY, tab],
    queryFn: ({ pageParam, signal }) => client.call(listNotifications, { query: { limit: PAGE, ...queryOf(tab, pageParam) } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

const queryOf = (tab: NotificationTab, cursor: string | undefined) => ({
  ...(tab === "unread" ? { unread: "true" as const } : {}),
  ...(cursor === undefined ? {} : { cursor }),
});

/** Sets the marks of loaded notifications. */
function setMarks(ids: ReadonlySet<string> | null, readAt: string | null): void {
  const marked = (row: NotificationView): NotificationView => (ids === null || ids.has(row.id) ? { ...row, readAt } : row);
  for (const tab of ["all", "unread"] as const) {
    queryClient.setQueryData(
      notificationsQuery(tab).queryKey,
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(marked) })) },
    );
    queryClient.setQueryData(newestQuery(tab).queryKey, (data) => data && { ...data, items: data.items.map(marked) });
  }
}

/** Marks notifications as read or unread: immediately on the page, then on the server. When that fails, it says so and reads them again. */
export async function markNotifications(ids: readonly string[] | "all", isRead: boolean): Promise<void> {
  setMarks(ids === "all" ? null : new Set(ids), isRead ? new Date().toISOString() : null);
  try {
    const body = ids === "all" ? { all: true as const } : { ids: [...ids], read: isRead };
    const { unread } = await client.call(readNotifications, { body });
    queryClient.setQueryData(unreadQuery.queryKey, unread);
  } catch (error) {
    toasts.error(errorText(error));
    await queryClient.invalidateQueries({ queryKey: ["notifications"] });
  }
}
