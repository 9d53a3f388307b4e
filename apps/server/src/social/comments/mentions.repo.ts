import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";

export interface PersonRow {
  id: string;
  displayName: string;
  avatarBlobId: string | null;
}

/**
 * People are the item's owner, whoever commented on it and, for those who read it by themselves, its space's members; never those of
 * them who may not read it.
 */
export const PEOPLE_STATEMENT = {
  name: "mentions-people",
  text: `select u.id, u.display_name as "displayName", u.avatar_blob_id as "avatarBlobId" from (
      select owner_id as id from items where id = $1
      union select author_id from comments where item_id = $1
      union select user_id from members where workspace_id = $2 and $3::boolean) p
    join users u on u.id = p.id
    where u.display_name ilike '%' || $4 || '%' and u.id <> all($6::uuid[])
    order by u.display_name ilike $4 || '%' desc, lower(u.display_name), u.id limit $5`,
} as const;

/** Who can be mentioned at an item. `q` is part of a name as it is written. */
export async function listPeople(
  pool: Pool,
  given: { itemId: string; workspaceId: string; withMembers: boolean; q: string; limit: number; withoutIds: readonly string[] },
): Promise<PersonRow[]> {
  const pattern = given.q.replace(/[\\%_]/gu, (sign) => `\\${sign}`);
  const { rows } = await pool.query<PersonRow>({
    ...PEOPLE_STATEMENT,
    values: [given.itemId, given.workspaceId, given.withMembers, pattern, given.limit, given.withoutIds],
  });
  return rows;
}

/** Somebody who can be mentioned, and how they are written to. */
export interface MentionedRow {
  id: string;
  displayName: string;
  email: string;
  preferences: Record<string, unknown>;
  isMember: boolean;
}

export const MENTIONABLE_STATEMENT = {
  name: "mentions-mentionable",
  text: `select u.id, u.display_name as "displayName", u.email, u.preferences, m.user_id is not null as "isMember"
    from users u left join members m on m.workspace_id = $2 and m.user_id = u.id
    where u.id = any($4::uuid[]) and u.id <> all($5::uuid[]) and ((m.user_id is not null and $3::boolean)
      or u.id = (select owner_id from items where id = $1)
      or exists (select from comments c where c.item_id = $1 and c.author_id = u.id))`,
} as const;

/** Those of these people who can be mentioned at an item. */
export async function findMentionable(
  pool: Pool,
  given: { itemId: string; workspaceId: string; withMembers: boolean; userIds: readonly string[]; withoutIds: readonly string[] },
): Promise<MentionedRow[]> {
  const { rows } = await pool.query<MentionedRow>({
    ...MENTIONABLE_STATEMENT,
    values: [given.itemId, given.workspaceId, given.withMembers, given.userIds, given.withoutIds],
  });
  return rows;
}

/** The folder that an item lies in; null at the root, and for an item that is gone. */
export async function findFolderId(pool: Pool, itemId: string): Promise<string | null> {
  const { rows } = await pool.query<{ folder_id: string | null }>({
    name: "mentions-folder",
    text: "select folder_id from items where id = $1",
    values: [itemId],
  });
  return rows[0]?.folder_id ?? null;
}

/** Sets who is named in a comment. Answers who never was before. */
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

export const LIST_MENTIONS_STATEMENT = {
  name: "mentions-list",
  text: `select m.comment_id as "commentId", u.id, u.display_name as "displayName"
    from comment_mentions m join users u on u.id = m.user_id where m.comment_id = any($1::uuid[]) and m.listed
    order by m.comment_id, u.display_name, u.id`,
} as const;

/** Who is named in these comments. */
export async function listMentions(
  pool: Pool,
  commentIds: readonly string[],
): Promise<{ commentId: string; id: string; displayName: string }[]> {
  const { rows } = await pool.query<{ commentId: string; id: string; displayName: string }>({
    ...LIST_MENTIONS_STATEMENT,
    values: [commentIds],
  });
  return rows;
}
