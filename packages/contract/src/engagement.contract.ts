import { z } from "zod";
import { Id, Person } from "./common.contract.ts";
import { graphemes } from "./graphemes.ts";
import { REACTION_MAX, SEGMENTS_MAX, STATISTICS_DAYS_MAX, VIEW_BUCKETS } from "./limits.ts";
import { defineRoute } from "./route.ts";

/** The slug of the share link that a visitor came by. */
const ByLink = { share: z.string().min(1).max(64).optional() };
const OfItem = z.object({ itemId: Id });

const Likes = z.object({ likes: z.int(), likedByMe: z.boolean() });

export const likeItem = defineRoute({
  id: "engagement.like",
  method: "PUT",
  path: "/items/{itemId}/like",
  summary: "Like an item; idempotent",
  auth: "optional",
  params: OfItem,
  query: z.object(ByLink),
  response: Likes,
  errors: ["sign-in-to-like"],
});

export const unlikeItem = defineRoute({
  id: "engagement.unlike",
  method: "DELETE",
  path: "/items/{itemId}/like",
  summary: "Remove the caller's like",
  auth: "optional",
  params: OfItem,
  query: z.object(ByLink),
  response: Likes,
  errors: ["sign-in-to-like"],
});

/** Origin of a view: a share link, another site, or the workspace. */
export const ViewSource = z.enum(["link", "embed", "workspace"]);

export const recordView = defineRoute({
  id: "engagement.view",
  method: "POST",
  path: "/items/{itemId}/views",
  summary:
    "Report the progress of a visit. After 3 s of watching (an image: 3 s of display) it counts as one view; visits of the owner do not count. Later reports add to it",
  auth: "optional",
  params: OfItem,
  query: z.object(ByLink),
  body: z.object({
    /** A random id that the page stores for this item only. After half an hour without reports, it starts another view. */
    session: z.string().min(8).max(64),
    /** Total seconds watched so far in this viewing session. */
    seconds: z.number().min(0).max(1_000_000),
    /** Watched ranges of the video, `[from, to]` in seconds. */
    segments: z
      .array(z.tuple([z.number().min(0).max(1_000_000), z.number().min(0).max(1_000_000)]))
      .max(SEGMENTS_MAX)
      .default([]),
    source: ViewSource.optional(),
  }),
  response: z.object({ counted: z.boolean(), views: z.int(), uniqueViews: z.int() }),
});

export const getStatistics = defineRoute({
  id: "engagement.statistics",
  method: "GET",
  path: "/items/{itemId}/statistics",
  summary: "Statistics of an item's views; needs write permission",
  auth: "user",
  params: OfItem,
  query: z.object({ days: z.coerce.number().int().min(1).max(STATISTICS_DAYS_MAX).default(30) }),
  response: z.object({
    views: z.int(),
    uniqueViews: z.int(),
    likes: z.int(),
    comments: z.int(),
    /** Average seconds watched per counted view, or null without views. */
    averageSeconds: z.number().nullable(),
    /** One entry per day (UTC), oldest first, today last, including days without views. */
    overTime: z.array(z.object({ day: z.iso.date(), views: z.int(), uniqueViews: z.int() })),
    /** Number of visitors who saw each hundredth of a video. Empty for images. */
    coverage: z.array(z.int()).max(VIEW_BUCKETS),
    /** Number of visitors who saw at least this percentage of a video. */
    completion: z.array(z.object({ percent: z.int(), viewers: z.int() })),
    sources: z.array(z.object({ source: ViewSource, views: z.int() })),
  }),
});

export const listPeople = defineRoute({
  id: "engagement.people",
  method: "GET",
  path: "/items/{itemId}/people",
  summary: "Users who can be mentioned in a comment: the item's owner, members of its workspace, and commenters; at most 20",
  auth: "user",
  params: OfItem,
  query: z.object({ ...ByLink, q: z.string().max(64).default("") }),
  response: z.object({ items: z.array(Person) }),
});

/** One emoji, as users see it. */
export const Emoji = z
  .string()
  .min(1)
  .max(REACTION_MAX)
  .regex(
    /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u200d|\ufe0f|[\u{1f3fb}-\u{1f3ff}]|[\u{e0020}-\u{e007f}])+$/u,
    "This is not an emoji.",
  )
  .refine((text) => graphemes(text) === 1 && /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(text), "This is not an emoji.");

const OfComment = z.object({ commentId: Id, emoji: Emoji });
export const Reaction = z.object({ emoji: z.string(), count: z.int(), mine: z.boolean() });
const Reactions = z.object({ reactions: z.array(Reaction) });

export const addReaction = defineRoute({
  id: "engagement.react",
  method: "PUT",
  path: "/comments/{commentId}/reactions/{emoji}",
  summary: "React to a comment with an emoji; 👍 is its like",
  auth: "optional",
  params: OfComment,
  query: z.object(ByLink),
  response: Reactions,
  errors: ["sign-in-to-like"],
});

export const removeReaction = defineRoute({
  id: "engagement.unreact",
  method: "DELETE",
  path: "/comments/{commentId}/reactions/{emoji}",
  summary: "Remove the caller's reaction",
  auth: "optional",
  params: OfComment,
  query: z.object(ByLink),
  response: Reactions,
  errors: ["sign-in-to-like"],
});
