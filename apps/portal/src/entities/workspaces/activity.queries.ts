import { listAudit } from "@stillreel/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { activitySearch, type ActivityFilter } from "../../platform/activity/activity-filter.ts";
import { client } from "../../platform/api.ts";
import { workspaceKeys } from "./workspaces.queries.ts";

/** Activity, newest first. For owners and admins. */
export const auditQuery = (workspaceId: string, filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...workspaceKeys.one(workspaceId), "audit", filter],
    queryFn: ({ pageParam, signal }) =>
      client.call(
        listAudit,
        { params: { workspaceId }, query: { ...activitySearch(filter), ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: 0,
  });

/** Returns the CSV address of the same list. */
export function auditCsvUrl(workspaceId: string, filter: ActivityFilter): string {
  const search = new URLSearchParams(activitySearch(filter)).toString();
  return `/api/v1/workspace/${encodeURIComponent(workspaceId)}/audit.csv${search === "" ? "" : `?${search}`}`;
}
