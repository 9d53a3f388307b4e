import { getReports, listReports, updateReports, type ClientArgs, type ClientResult } from "@stillreel/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";

export type ReportedLinkView = ClientResult<typeof listReports>["items"][number];
export type ReportsState = "open" | "closed";
export type ReportsChange = ClientArgs<typeof updateReports>["body"];

const keys = {
  all: ["administration", "reports"] as const,
  list: (state: ReportsState) => ["administration", "reports", "list", state] as const,
  one: (slug: string) => ["administration", "reports", "one", slug] as const,
};

/** Reported links, those with the newest report first. */
export const reportsQuery = (state: ReportsState) =>
  infiniteQueryOptions({
    queryKey: keys.list(state),
    queryFn: ({ pageParam, signal }) =>
      client.call(listReports, { query: pageParam === undefined ? { state } : { state, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** One reported link with its newest reports. */
export const reportQuery = (slug: string) =>
  queryOptions({
    queryKey: keys.one(slug),
    queryFn: ({ signal }) => client.call(getReports, { params: { slug } }, { signal }),
    staleTime: 0,
  });

/** Closes or reopens reports, and removes or restores their link. */
export async function changeReports(slug: string, body: ReportsChange): Promise<void> {
  await client.call(updateReports, { params: { slug }, body });
  await queryClient.invalidateQueries({ queryKey: keys.all });
}
