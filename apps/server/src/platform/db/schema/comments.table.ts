import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, followedWorkspaceId, id, timestampMs } from "./columns.ts";
import { items } from "./items.table.ts";
import { users } from "./users.table.ts";

/** Comments on items. Replies are one level deep. */
export const comments = pgTable(
  "comments",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => items.id, { onDelete: "cascade" }),
    workspaceId: uuid().notNull(),
    authorId: uuid().references(() => users.id, { onDelete: "set null" }),
    parentId: uuid(),
    text: text().notNull(),
    /** Position of the comment: seconds into a video, or `{x, y}` on an image. */
    at: jsonb().$type<number | { x: number; y: number }>(),
    /** Position in the unedited video, or in a joined one, after an edit of the video. A later edit or revert starts from it. */
    source: jsonb().$type<{ itemId?: string; at: number }>(),
    /** Whether `source` is on a part that the edited video does not show. `at` is then the nearest position. */
    isCut: boolean().notNull().default(false),
    createdAt: createdAt(),
    editedAt: timestampMs(),
  },
  (table) => [
    foreignKey({ columns: [table.parentId], foreignColumns: [table.id], name: "comments_parent" }).onDelete("cascade"),
    index("comments_item").on(table.itemId, table.createdAt, table.id),
    index("comments_parent").on(table.parentId),
    index("comments_author").on(table.authorId),
  ],
);

/** Reactions to comments. */
export const commentReactions = pgTable(
  "comment_reactions",
  {
    commentId: uuid()
      .notNull()
      .references(() => comments.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    emoji: text().notNull(),
    createdAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.emoji, table.userId] }), index("comment_reactions_user").on(table.userId)],
);

/**
 * Users who are or were mentioned in a comment. Rows stay after an edit, so that each user gets only one mail per
 * comment.
 */
export const commentMentions = pgTable(
  "comment_mentions",
  {
    commentId: uuid()
      .notNull()
      .references(() => comments.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Whether the user is mentioned in the current text. */
    listed: boolean().notNull().default(true),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [primaryKey({ columns: [table.commentId, table.userId] }), index("comment_mentions_user").on(table.userId)],
);
