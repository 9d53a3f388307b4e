import { z } from "zod";
import { Id, Person, WorkspaceRef } from "./common.contract.ts";
import { Folder } from "./folders.contract.ts";
import { ItemType } from "./item-values.ts";
import { Item } from "./items.contract.ts";
import { SEARCH_LIMIT_MAX, SEARCH_QUERY_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

/** Reason why an item was found: the best match of the words. */
export const SearchMatch = z.object({
  kind: z.enum(["title", "chapter", "page", "description", "comment", "speech"]),
  /** The matching text, cut to about 160 characters around the first match. */
  text: z.string(),
  /** Seconds into the video, for chapters, pinned comments and what is spoken; null otherwise. */
  at: z.number().nullable(),
  commentId: Id.nullable(),
  /** Author of a comment. Null otherwise. */
  author: z.string().nullable(),
});

export const SearchHit = z.object({ ...Item.shape, match: SearchMatch });

/** A member of a workspace of the caller, found by name or e-mail address. */
export const FoundPerson = z.object({ ...Person.shape, email: z.string(), workspaceId: Id });

export const search = defineRoute({
  id: "search.all",
  method: "GET",
  path: "/search",
  summary: "Find readable items, folders and members by prefixes of words; small typing errors are corrected",
  auth: "user",
  query: z.object({
    q: z.string().max(SEARCH_QUERY_MAX).default(""),
    workspaceId: WorkspaceRef.optional(),
    type: ItemType.optional(),
    limit: z.coerce.number().int().min(1).max(SEARCH_LIMIT_MAX).default(20),
  }),
  response: z.object({
    items: z.array(SearchHit),
    folders: z.array(Folder),
    /** Members of the searched workspaces, without the caller. Empty when only one type of item is asked for. */
    people: z.array(FoundPerson),
    nextCursor: z.null(),
    /** Words that replaced misspelt ones. Empty when the query was used unchanged. */
    corrections: z.array(z.object({ from: z.string(), to: z.string() })),
  }),
});
