import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { comments, items, users } from "../../platform/db/schema/index.ts";
import { loadStatement } from "../../platform/db/statement.ts";

export type CommentAt = number | { x: number; y: number };

/** A comment with its author. */
export interface CommentRow {
  id: string;
  item_id: string;
  parent_id: string | null;
  author_id: string | null;
  author_name: string | null;
  author_avatar: string | null;
  text: string;
  at: CommentAt | null;
  is_cut: boolean;
  created_at: Date;
  edited_at: Date | null;
}

export const LIST_STATEMENT = loadStatement<CommentRow, [itemId: string, afterAt: string, afterId: string, limit: number]>(
  import.meta.url,
  "./sql/comments-list.sql",
);
const START = { key: "-infinity", id: "00000000-0000-0000-0000-000000000000" };

/** Returns comments on an item, oldest first. One row more than the limit means that there is a next page. */
export async function listPage(
  pool: Pool,
  itemId: string,
  after: { key: string; id: string } | null,
  limit: number,
): Promise<CommentRow[]> {
  const from = after ?? START;
  return LIST_STATEMENT.run(pool, [itemId, from.key, from.id, limit + 1]);
}

const COMMENTS_FIND = loadStatement<CommentRow, [commentId: string]>(import.meta.url, "./sql/comments-find.sql");

/** Returns one comment. */
export async function findComment(pool: Pool, commentId: string): Promise<CommentRow | undefined> {
  const [row] = await COMMENTS_FIND.run(pool, [commentId]);
  return row;
}

/**
 * Adds to an item's comment count. The item stays locked until the transaction ends. Returns false when it does not
 * exist.
 */
export async function addToCount(tx: Executor, itemId: string, difference: number): Promise<boolean> {
  const changed = await tx
    .update(items)
    .set({ commentCount: sql`greatest(0, ${items.commentCount} + ${difference})` })
    .where(eq(items.id, itemId))
    .returning({ id: items.id });
  return changed.length > 0;
}

/** Locks an item, so that its comments and their count change together. Returns false when it does not exist. */
export async function lockItem(tx: Executor, itemId: string): Promise<boolean> {
  const rows = await tx.select({ id: items.id }).from(items).where(eq(items.id, itemId)).for("no key update");
  return rows.length > 0;
}

/** Locks a comment until the transaction ends. Returns false when it does not exist. */
export async function holdComment(tx: Executor, commentId: string): Promise<boolean> {
  const rows = await tx.select({ id: comments.id }).from(comments).where(eq(comments.id, commentId)).for("no key update");
  return rows.length > 0;
}

/** Returns the parent for replies to this comment: itself or its own parent. Undefined when it is not on this item. */
export async function findTop(tx: Executor, itemId: string, commentId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: comments.id, itemId: comments.itemId, parentId: comments.parentId })
    .from(comments)
    .where(eq(comments.id, commentId));
  return row?.itemId === itemId ? (row.parentId ?? row.id) : undefined;
}

/** Users whom a new comment concerns, before their permissions are checked. */
export interface Audience {
  ownerId: string | null;
  /** Authors of the answered comment and of the top-level comment above it. */
  answeredIds: string[];
}

/** Returns the users whom a comment on an item concerns. `parentId` is the answered comment. */
export async function findAudience(db: Executor, itemId: string, parentId: string | null): Promise<Audience> {
  const { rows } = await db.execute<{ owner_id: string | null; answered_ids: string[] }>(sql`
    select i.owner_id, array(
      select distinct c.author_id::text
      from comments p join comments c on c.id = p.id or c.id = p.parent_id
      where p.id = ${parentId}::uuid and p.item_id = i.id and c.author_id is not null
    ) as answered_ids
    from items i
    where i.id = ${itemId}::uuid`);
  return { ownerId: rows[0]?.owner_id ?? null, answeredIds: rows[0]?.answered_ids ?? [] };
}

/** Inserts comments and skips existing ids. Returns the inserted ids. */
export async function insertComments(tx: Executor, rows: readonly (typeof comments.$inferInsert)[]): Promise<string[]> {
  const written = await tx
    .insert(comments)
    .values([...rows])
    .onConflictDoNothing({ target: comments.id })
    .returning({ id: comments.id });
  return written.map((row) => row.id);
}

/** Changes a comment's text. Returns its workspace id, or undefined when the comment does not exist. */
export async function updateText(tx: Executor, commentId: string, text: string, at: Date): Promise<string | undefined> {
  const changed = await tx
    .update(comments)
    .set({ text, editedAt: at })
    .where(eq(comments.id, commentId))
    .returning({ workspaceId: comments.workspaceId });
  return changed[0]?.workspaceId;
}

/** Deletes a comment and its replies. Returns the number of deleted comments. */
export async function deleteComment(tx: Executor, commentId: string): Promise<number> {
  const gone = await tx
    .delete(comments)
    .where(or(eq(comments.id, commentId), eq(comments.parentId, commentId)))
    .returning({ id: comments.id });
  return gone.length;
}

/** Returns all comments on these items, oldest first, for takeouts. */
export async function listForItems(db: Executor, itemIds: readonly string[]) {
  return db
    .select({
      id: comments.id,
      itemId: comments.itemId,
      parentId: comments.parentId,
      text: comments.text,
      at: comments.at,
      authorName: users.displayName,
      createdAt: comments.createdAt,
      editedAt: comments.editedAt,
    })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.authorId))
    .where(inArray(comments.itemId, [...itemIds]))
    .orderBy(asc(comments.createdAt), asc(comments.id));
}

/** Returns the name of a user. */
export async function findName(db: Executor, userId: string): Promise<string | undefined> {
  const rows = await db.select({ name: users.displayName }).from(users).where(eq(users.id, userId));
  return rows[0]?.name;
}

/** Sets a video's chapters. Returns the data for the search index, or undefined when the video does not exist. */
export async function updateChapters(
  tx: Executor,
  itemId: string,
  change: { chapters: { timestamp: number; name: string }[]; chaptersEnabled: boolean; updatedAt: Date },
) {
  const rows = await tx.update(items).set(change).where(eq(items.id, itemId)).returning({
    id: items.id,
    workspaceId: items.workspaceId,
    title: items.title,
    pageUrl: items.pageUrl,
    description: items.description,
    chapters: items.chapters,
    createdAt: items.createdAt,
  });
  return rows[0];
}

/** A comment at a time of a video. */
export interface TimedComment {
  id: string;
  at: number;
  source: { itemId?: string; at: number } | null;
  isCut: boolean;
}

/** Locks the comments at times of a video until the transaction ends. */
export async function lockTimed(tx: Executor, itemId: string): Promise<TimedComment[]> {
  const rows = await tx
    .select({ id: comments.id, at: comments.at, source: comments.source, isCut: comments.isCut })
    .from(comments)
    .where(and(eq(comments.itemId, itemId), sql`jsonb_typeof(${comments.at}) = 'number'`))
    .orderBy(comments.id)
    .for("no key update");
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

/** Moves comments to other times of their video, with one statement. */
export async function moveTimed(tx: Executor, moved: readonly TimedComment[]): Promise<void> {
  await tx.execute(sql`
    update comments c set at = m.at, source = m.source, is_cut = m."isCut"
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) m(id uuid, at jsonb, source jsonb, "isCut" boolean)
    where c.id = m.id`);
}

/** Forgets where comments were in the unedited video. They stay at the times where they are shown. */
export async function forgetSources(tx: Executor, itemId: string): Promise<void> {
  await tx.update(comments).set({ source: null }).where(eq(comments.itemId, itemId));
}
