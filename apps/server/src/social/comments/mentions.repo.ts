import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { loadStatement } from "../../platform/db/statement.ts";

export interface PersonRow {
  id: string;
  displayName: string;
  avatarBlobId: string | null;
}

/**
 * SQL for the users who can be mentioned on an item. These are its owner, its commenters and, for callers who can read the
 * item without a link, the members of its workspace. Members who may not read the item are excluded.
 */
export const PEOPLE_STATEMENT = loadStatement<
  PersonRow,
  [itemId: string, workspaceId: string, withMembers: boolean, text: string, limit: number, withoutIds: readonly string[]]
>(import.meta.url, "./sql/mentions-people.sql");

/** Returns the users who can be mentioned on an item. `q` is part of a name as it is written. */
export async function listPeople(
  pool: Pool,
  given: { itemId: string; workspaceId: string; withMembers: boolean; q: string; limit: number; withoutIds: readonly string[] },
): Promise<PersonRow[]> {
  const pattern = given.q.replace(/[\\%_]/gu, (sign) => `\\${sign}`);
  return PEOPLE_STATEMENT.run(pool, [given.itemId, given.workspaceId, given.withMembers, pattern, given.limit, given.withoutIds]);
}

/** A user who can be mentioned, with their mail address. */
export interface MentionedRow {
  id: string;
  displayName: string;
  email: string;
  preferences: Record<string, unknown>;
  isMember: boolean;
}

export const MENTIONABLE_STATEMENT = loadStatement<
  MentionedRow,
  [itemId: string, workspaceId: string, withMembers: boolean, userIds: readonly string[], withoutIds: readonly string[]]
>(import.meta.url, "./sql/mentions-mentionable.sql");

/** Returns those of these users who can be mentioned on an item. */
export async function findMentionable(
  pool: Pool,
  given: { itemId: string; workspaceId: string; withMembers: boolean; userIds: readonly string[]; withoutIds: readonly string[] },
): Promise<MentionedRow[]> {
  return MENTIONABLE_STATEMENT.run(pool, [given.itemId, given.workspaceId, given.withMembers, given.userIds, given.withoutIds]);
}

const MENTIONS_FOLDER = loadStatement<{ folder_id: string | null }, [itemId: string]>(import.meta.url, "./sql/mentions-folder.sql");

/** Returns the folder of an item. Null for the root, and for an item that does not exist. */
export async function findFolderId(pool: Pool, itemId: string): Promise<string | null> {
  const rows = await MENTIONS_FOLDER.run(pool, [itemId]);
  return rows[0]?.folder_id ?? null;
}

/** Sets the mentions of a comment. Returns the users who were not mentioned in it before. */
export async function setMentions(tx: Executor, commentId: string, userIds: readonly string[]): Promise<Set<string>> {
  const ids = sql`${sql.param(userIds.toSorted())}::uuid[]`;
  await tx.execute(
    sql`update comment_mentions set listed = false where comment_id = ${commentId}::uuid and listed and user_id <> all(${ids})`,
  );
  const { rows } = await tx.execute<{ user_id: string; is_new: boolean }>(sql`
    insert into comment_mentions (comment_id, user_id) select ${commentId}::uuid, id from users where id = any(${ids}) order by id for key share
    on conflict (comment_id, user_id) do update set listed = true returning user_id, xmax = 0 as is_new`);
  return new Set(rows.filter((row) => row.is_new).map((row) => row.user_id));
}

export const LIST_MENTIONS_STATEMENT = loadStatement<
  { commentId: string; id: string; displayName: string },
  [commentIds: readonly string[]]
>(import.meta.url, "./sql/mentions-list.sql");

/** Returns the mentions of these comments. */
export async function listMentions(
  pool: Pool,
  commentIds: readonly string[],
): Promise<{ commentId: string; id: string; displayName: string }[]> {
  return LIST_MENTIONS_STATEMENT.run(pool, [commentIds]);
}
