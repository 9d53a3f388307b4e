import { z } from "zod";
import { Id, IsoDate, Nothing, page, Paging, Person } from "./common.contract.ts";
import { Reaction } from "./engagement.contract.ts";
import { CHAPTER_NAME_MAX, CHAPTERS_MAX, COMMENT_MAX, MENTIONS_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

/** A position in the item: seconds into a video, or a point of an image as fractions of its width and height. */
export const CommentAt = z.union([
  z.number().min(0).max(1_000_000),
  z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
]);

export const Comment = z.object({
  id: Id,
  itemId: Id,
  text: z.string(),
  edited: z.boolean(),
  at: CommentAt.nullable(),
  /** Whether it is about a part of the video that was removed since. `at` is then the nearest position. */
  isCut: z.boolean(),
  parentId: Id.nullable(),
  author: Person,
  createdAt: IsoDate,
  reactions: z.array(Reaction),
  /** Users that the text mentions as `@name`. */
  mentions: z.array(z.object({ id: Id, displayName: z.string() })),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
});

const CommentText = z
  .string({ error: "The comment cannot be empty." })
  .trim()
  .min(1, "The comment cannot be empty.")
  .max(COMMENT_MAX, `At most ${COMMENT_MAX} characters.`);

/** Ids of users that the text mentions as `@name`. Users who cannot be mentioned here are ignored. */
const Mentions = z.array(Id).max(MENTIONS_MAX).optional();

/** The slug of the share link that a visitor came by. */
const ByLink = { share: z.string().min(1).max(64).optional() };
const OfItem = z.object({ itemId: Id });

export const listComments = defineRoute({
  id: "comments.list",
  method: "GET",
  path: "/items/{itemId}/comments",
  summary: "The comments on an item, oldest first",
  auth: "optional",
  params: OfItem,
  query: z.object({ ...ByLink, ...Paging }),
  response: page(Comment),
});

export const createComment = defineRoute({
  id: "comments.create",
  method: "POST",
  path: "/items/{itemId}/comments",
  summary: "Comment on an item, or reply to a comment (one level)",
  auth: "optional",
  params: OfItem,
  query: z.object(ByLink),
  body: z.object({ text: CommentText, at: CommentAt.nullable().optional(), parentId: Id.nullable().optional(), mentions: Mentions }),
  response: Comment,
  success: 201,
  errors: ["sign-in-to-comment"],
});

export const updateComment = defineRoute({
  id: "comments.update",
  method: "PUT",
  path: "/comments/{commentId}",
  summary: "Change a comment of the caller; it is marked as edited",
  auth: "user",
  params: z.object({ commentId: Id }),
  query: z.object(ByLink),
  body: z.object({ text: CommentText, mentions: Mentions }),
  response: Comment,
});

export const deleteComment = defineRoute({
  id: "comments.delete",
  method: "DELETE",
  path: "/comments/{commentId}",
  summary: "Delete a comment with its replies: the caller's own, or any on an item with write permission",
  auth: "user",
  params: z.object({ commentId: Id }),
  query: z.object(ByLink),
  response: Nothing,
});

/** A chapter of a video; `timestamp` in seconds. */
export const Chapter = z.object({
  timestamp: z.number().min(0).max(1_000_000),
  name: z.string().trim().min(1, "Please name every chapter.").max(CHAPTER_NAME_MAX, `At most ${CHAPTER_NAME_MAX} characters.`),
});

export const updateChapters = defineRoute({
  id: "chapters.update",
  method: "PUT",
  path: "/items/{itemId}/chapters",
  summary:
    "Set the chapters of a video and whether they are shown: at least 3, the first at 0, ascending, each at least 10 s. Absent fields do not change",
  auth: "user",
  params: OfItem,
  body: z
    .object({ enabled: z.boolean().optional(), chapters: z.array(Chapter).max(CHAPTERS_MAX).optional() })
    .refine((body) => body.enabled !== undefined || body.chapters !== undefined, {
      error: "Give chapters, or enabled.",
      path: ["chapters"],
    }),
  response: z.object({ enabled: z.boolean(), chapters: z.array(Chapter) }),
});
