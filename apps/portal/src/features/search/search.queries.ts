import { search, type ClientResult } from "@stillreel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client } from "../../api.ts";
import { PERSONAL, type SpaceRef } from "../spaces/index.ts";

export type SearchAnswer = ClientResult<typeof search>;
export type SearchHit = SearchAnswer["items"][number];
/** What is looked through: the workspace on the screen, everything, or one kind of item. */
export const SCOPES = ["here", "all", "image", "video"] as const;
export type SearchScope = (typeof SCOPES)[number];

/** The scopes that can be chosen in a space. One's own is not one of them: `all` begins with it. */
export const scopesIn = (ref: SpaceRef): readonly SearchScope[] => (ref === PERSONAL ? SCOPES.slice(1) : SCOPES);

const LIMIT = 20;

/** What a search finds. The last answer stays while the next one comes; answers that come too late are dropped. */
export const searchQuery = (typed: string, scope: SearchScope, ref: SpaceRef) =>
  queryOptions({
    queryKey: ["search", scope === "here" ? ref : scope, typed],
    queryFn: ({ signal }) => {
      const where = scope === "here" ? { workspaceId: ref } : scope === "all" ? {} : { type: scope };
      return client.call(search, { query: { q: typed, limit: LIMIT, ...where } }, { signal });
    },
    enabled: typed !== "",
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    gcTime: 60_000,
    retry: false,
  });
