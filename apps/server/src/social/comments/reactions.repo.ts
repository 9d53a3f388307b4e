import { and, eq, inArray, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { commentReactions, comments, users } from "../../platform/db/schema/index.ts";
import { loadStatement } from "../../platform/db/statement.ts";

export interface ReactionRow {
  commentId: string;
  emoji: string;
  count: number;
  mine: boolean;
}

/** SQL for the reactions to these comments as seen by one user, the earliest first. */
export const LIST_REACTIONS_STATEMENT = loadStatement<ReactionRow, [commentIds: readonly string[], userId: string | null]>(
  import.meta.url,
  "./sql/reactions-list.sql",
);

export async function listReactions(pool: Pool, commentIds: readonly string[], userId: string | null): Promise<ReactionRow[]> {
  return LIST_REACTIONS_STATEMENT.run(pool, [commentIds, userId]);
}

/** Returns the distinct emoji on a comment. */
export async function listKinds(tx: Executor, commentId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ emoji: commentReactions.emoji })
    .from(commentReactions)
    .where(eq(commentReactions.commentId, commentId));
  return rows.map(({ emoji }) => emoji);
}

/** Inserts a reaction. Returns false when it existed already. */
export async function insertReaction(tx: Executor, row: typeof commentReactions.$inferInsert): Promise<boolean> {
  const added = await tx.insert(commentReactions).values(row).onConflictDoNothing().returning({ emoji: commentReactions.emoji });
  return added.length > 0;
}

/** Deletes a reaction. Returns false when there was none. */
export async function deleteReaction(db: Executor, commentId: string, userId: string, emoji: string): Promise<boolean> {
  const gone = await db
    .delete(commentReactions)
    .where(and(eq(commentReactions.commentId, commentId), eq(commentReactions.userId, userId), eq(commentReactions.emoji, emoji)));
  return (gone.rowCount ?? 0) > 0;
}

/** Inserts imported reactions and skips existing ones. */
export async function insertReactions(tx: Executor, rows: readonly (typeof commentReactions.$inferInsert)[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(commentReactions)
      .values([...rows])
      .onConflictDoNothing();
}

/** Returns all reactions to comments on these items with the names of the users, for takeouts. */
export async function listReactionsForItems(
  db: Executor,
  itemIds: readonly string[],
): Promise<{ commentId: string; emoji: string; by: string[] }[]> {
  return db
    .select({
      commentId: commentReactions.commentId,
      emoji: commentReactions.emoji,
      by: sql<string[]>`array_agg(${users.displayName} order by ${commentReactions.createdAt})`,
    })
    .from(commentReactions)
    .innerJoin(comments, eq(comments.id, commentReactions.commentId))
    .innerJoin(users, eq(users.id, commentReactions.userId))
    .where(inArray(comments.itemId, [...itemIds]))
    .groupBy(commentReactions.commentId, commentReactions.emoji)
    .orderBy(commentReactions.commentId, commentReactions.emoji);
}
