import { search, type ClientResult } from "@stillreel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client } from "../../api.ts";

export type SearchAnswer = ClientResult<typeof search>;
export type SearchHit = SearchAnswer["items"][number];
/** What is looked through: everything, or one kind of item. */
export const SCOPES = ["all", "image", "video"] as const;
export type SearchScope = (typeof SCOPES)[number];

const LIMIT = 20;

/** What a search finds. The last answer stays while the next one comes; answers that come too late are dropped. */
export const searchQuery = (typed: string, scope: SearchScope) =>
  queryOptions({
    queryKey: ["search", scope, typed],
    queryFn: ({ signal }) =>
      client.call(search, { query: { q: typed, limit: LIMIT, ...(scope === "all" ? {} : { type: scope }) } }, { signal }),
    enabled: typed !== "",
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    gcTime: 60_000,
    retry: false,
  });
