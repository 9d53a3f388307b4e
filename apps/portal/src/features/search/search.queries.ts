import { listItems, search, type ClientResult } from "@stillreel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { foldersQuery } from "../../entities/folders/folders.queries.ts";
import { PERSONAL, type SpaceRef } from "../../entities/spaces/space-ref.ts";
import { hasEveryWord } from "./mark-hits.ts";

export type SearchAnswer = ClientResult<typeof search>;
export type SearchHit = SearchAnswer["items"][number];
/** Search scopes: the open workspace, everything, or one item type. */
const SCOPES = ["here", "all", "image", "video"] as const;
export type SearchScope = (typeof SCOPES)[number];

/**
 * Returns the scopes of a space. The personal space has no own scope: `all` includes it. A member preview has one scope, because
 * every other scope would use the user's own permissions.
 */
export function scopesIn(ref: SpaceRef, asMember: string | null = null): readonly SearchScope[] {
  if (asMember !== null) return ["here"];
  return ref === PERSONAL ? SCOPES.slice(1) : SCOPES;
}

const LIMIT = 20;

/** Search query. Previous results stay until the next ones arrive; outdated responses are dropped. */
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

/** Search in a member preview: in the list and the folders that the member sees. */
export const searchAsMemberQuery = (typed: string, ref: SpaceRef, asMember: string) =>
  queryOptions({
    queryKey: ["search", ref, typed, asMember],
    queryFn: async ({ signal }): Promise<SearchAnswer> => {
      const query = { view: "all", sort: "newest", q: typed, limit: LIMIT, asMember } as const;
      const [{ items }, { items: folders }] = await Promise.all([
        client.call(listItems, { params: { workspaceId: ref }, query }, { signal }),
        queryClient.ensureQueryData(foldersQuery("mixed", { ref, asMember })),
      ]);
      return {
        items: items.map((item) => ({ ...item, match: { kind: "title", text: item.title, at: null, commentId: null, author: null } })),
        people: [],
        folders: folders.filter(({ name }) => hasEveryWord(name, typed)).slice(0, LIMIT),
        nextCursor: null,
        corrections: [],
      };
    },
    enabled: typed !== "",
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    gcTime: 60_000,
    retry: false,
  });
