import { listItems, search, type ClientResult } from "@stillreel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { foldersQuery } from "../../entities/folders/folders.queries.ts";
import { PERSONAL, type SpaceRef } from "../../entities/spaces/space-ref.ts";
import { hasEveryWord } from "./mark-hits.ts";

export type SearchAnswer = ClientResult<typeof search>;
export type SearchHit = SearchAnswer["items"][number];
/** What is looked through: the workspace on the screen, everything, or one kind of item. */
export const SCOPES = ["here", "all", "image", "video"] as const;
export type SearchScope = (typeof SCOPES)[number];

/**
 * The scopes that can be chosen in a space. One's own is not one of them: `all` begins with it. While one looks at a workspace as a
 * member, there is no other: everything else would be found with one's own eyes.
 */
export function scopesIn(ref: SpaceRef, asMember: string | null = null): readonly SearchScope[] {
  if (asMember !== null) return ["here"];
  return ref === PERSONAL ? SCOPES.slice(1) : SCOPES;
}

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

/** What a member finds in a workspace: in its list as they see it, and among the folders that they see. */
export const searchAsMemberQuery = (typed: string, ref: SpaceRef, asMember: string) =>
  queryOptions({
    queryKey: ["search", ref, typed, asMember],
    queryFn: async ({ signal }): Promise<SearchAnswer> => {
      const query = { view: "all", sort: "newest", q: typed, limit: LIMIT, asMember } as const;
      const [{ items }, { items: folders }] = await Promise.all([
        client.call(listItems, { params: { workspaceId: ref }, query }, { signal }),
        queryClient.ensureQueryData(foldersQuery("mixed", null, { ref, asMember })),
      ]);
      return {
        items: items.map((item) => ({ ...item, match: { kind: "title", text: item.title, at: null, commentId: null, author: null } })),
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
