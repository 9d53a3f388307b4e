import { sql } from "drizzle-orm";
import type { Executor } from "../../../platform/db/client.ts";

const time = (at: Date) => sql`${at.toISOString()}::timestamptz`;
/** When an item was last opened or changed: the expression of the index `items_unused`. */
const USED = sql`greatest(i.updated_at, i.opened_at)`;
const isStarred = sql`exists (select 1 from favorites f where f.item_id = i.id)`;
const isViewedSince = (at: ReturnType<typeof sql>) =>
  sql`exists (select 1 from views v where v.item_id = i.id and v.counted and v.created_at >= ${at})`;
/** What makes an item old, besides the time: it is finished, without stars, and no visitor viewed it since. */
const isUnused = (since: Date) =>
  sql`i.trashed_at is null and i.stage in ('ready', 'failed') and ${USED} < ${time(since)} and not ${isStarred} and not ${isViewedSince(time(since))}`;

/** Returns number and bytes of the unused items, up to a maximum number. */
export async function countUnused(db: Executor, since: Date, limit: number): Promise<{ items: number; bytes: number }> {
  const { rows } = await db.execute<{ items: number; bytes: string }>(sql`
    select count(*)::int as items, coalesce(sum(size_bytes), 0) as bytes
    from (select i.size_bytes from items i where ${isUnused(since)} order by ${USED}, i.id limit ${limit}) unused`);
  return { items: rows[0]?.items ?? 0, bytes: Number(rows[0]?.bytes ?? 0) };
}

/** End of a page of unused items: the time of the last use, as the database writes it, and the id. */
export interface UnusedPosition {
  usedAt: string;
  id: string;
}

/**
 * Adds warnings for a page of unused items, the oldest first, unless an item was warned about since its last use. Recipient is the owner of
 * the item while they are in its workspace, else the owner of the workspace; without either, the warning counts as sent. Returns the end of the
 * page, or null at the end of the list.
 */
export async function warnPage(
  db: Executor,
  { since, at, after, limit }: { since: Date; at: Date; after: UnusedPosition | null; limit: number },
): Promise<UnusedPosition | null> {
  const { rows } = await db.execute<{ used_at: string; id: string; count: number }>(sql`
    with page as materialized (
      select i.id, i.workspace_id, i.owner_id, ${USED} as used_at from items i
      where i.trashed_at is null and ${USED} < ${time(since)}
        ${after ? sql`and (${USED}, i.id) > (${after.usedAt}::timestamptz, ${after.id}::uuid)` : sql``}
      order by ${USED}, i.id limit ${limit}
    ),
    unused as (
      select page.*, (
        select m.user_id from members m where m.workspace_id = page.workspace_id and (m.user_id = page.owner_id or m.role = 'owner')
        order by m.user_id = page.owner_id desc nulls last, m.joined_at, m.user_id limit 1
      ) as user_id
      from page join items i on i.id = page.id join workspaces w on w.id = i.workspace_id
      where w.deleted_at is null and ${isUnused(since)}
    ),
    added as (
      insert into retention_warnings as r (item_id, user_id, warned_at, sent_at)
      select id, user_id, ${time(at)}, case when user_id is null then ${time(at)} end from unused order by id
      on conflict (item_id) do update set user_id = excluded.user_id, warned_at = excluded.warned_at, sent_at = excluded.sent_at
      where r.warned_at <= (select used_at from unused where unused.id = excluded.item_id)
    )
    select used_at::text, id, (count(*) over ())::int as count from page order by page.used_at desc, id desc limit 1`);
  const [last] = rows;
  return last === undefined || last.count < limit ? null : { usedAt: last.used_at, id: last.id };
}

/** Returns the next user after an id with a warning that is not sent, or undefined. */
export async function nextUnsent(db: Executor, afterId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ user_id: string }>(sql`
    select user_id from retention_warnings where sent_at is null and user_id > ${afterId}::uuid order by user_id limit 1`);
  return rows[0]?.user_id;
}

/** Marks the warnings of a user as sent. Returns their number. */
export async function markSent(tx: Executor, userId: string, at: Date): Promise<number> {
  const done = await tx.execute(sql`
    update retention_warnings set sent_at = ${time(at)} where sent_at is null and user_id = ${userId}::uuid`);
  return done.rowCount ?? 0;
}

/** An item that a warning names. */
export interface NamedItem {
  id: string;
  type: "image" | "video";
  title: string;
}

/** Returns some of the items that are warned about in one mail. */
export async function listSent(tx: Executor, userId: string, at: Date, limit: number): Promise<NamedItem[]> {
  const { rows } = await tx.execute<NamedItem & Record<string, unknown>>(sql`
    select i.id, i.type, i.title from retention_warnings r join items i on i.id = r.item_id
    where r.sent_at = ${time(at)} and r.user_id = ${userId}::uuid order by r.item_id limit ${limit}`);
  return rows;
}

/** Returns address and language of a user. */
export async function recipient(
  tx: Executor,
  userId: string,
): Promise<{ email: string; displayName: string; language: string | null } | undefined> {
  const { rows } = await tx.execute<{ email: string; displayName: string; language: string | null }>(sql`
    select email, display_name as "displayName", preferences ->> 'language' as language from users where id = ${userId}::uuid`);
  return rows[0];
}

/** An expired warning with the workspace of its item. */
export interface ExpiredRow {
  itemId: string;
  workspaceId: string;
  /** When the item was last opened or changed. */
  usedAt: Date;
  warnedAt: Date;
  isStarred: boolean;
  isTrashed: boolean;
  /** Whether a visitor has viewed it since the warning. */
  isViewed: boolean;
}

/** Locks a page of items whose warnings were sent before a time, after an item in the order of sending. */
export async function lockExpired(
  tx: Executor,
  { sentBefore, after, limit }: { sentBefore: Date; after: { sentAt: string; id: string } | null; limit: number },
): Promise<{ rows: ExpiredRow[]; last: { sentAt: string; id: string } | null }> {
  const { rows } = await tx.execute<{
    item_id: string;
    workspace_id: string;
    sent_at: string;
    used_at: string;
    warned_at: string;
    starred: boolean;
    trashed: boolean;
    viewed: boolean;
  }>(sql`
    select r.item_id, i.workspace_id, to_json(r.sent_at) #>> '{}' as sent_at, ${USED} as used_at, r.warned_at, ${isStarred} as starred,
      i.trashed_at is not null as trashed, ${isViewedSince(sql`r.warned_at`)} as viewed
    from (
      select item_id, sent_at, warned_at from retention_warnings
      where sent_at < ${time(sentBefore)} ${after ? sql`and (sent_at, item_id) > (${after.sentAt}::timestamptz, ${after.id}::uuid)` : sql``}
      order by sent_at, item_id limit ${limit}
    ) r join items i on i.id = r.item_id
    order by i.id for no key update of i`);
  const end = rows.reduce<{ sentAt: string; id: string } | null>((last, { sent_at: sentAt, item_id: id }) => {
    const isLater = last === null || Date.parse(sentAt) > Date.parse(last.sentAt) || (sentAt === last.sentAt && id > last.id);
    return isLater ? { sentAt, id } : last;
  }, null);
  return {
    rows: rows.map((row) => ({
      itemId: row.item_id,
      workspaceId: row.workspace_id,
      usedAt: new Date(row.used_at),
      warnedAt: new Date(row.warned_at),
      isStarred: row.starred,
      isTrashed: row.trashed,
      isViewed: row.viewed,
    })),
    last: rows.length < limit ? null : end,
  };
}

/** Removes warnings that were carried out, or that do not apply any more. */
export async function forget(tx: Executor, itemIds: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from retention_warnings where item_id = any(${sql.param(itemIds)}::uuid[])`);
}

/** Removes all warnings. Returns their number. */
export async function forgetAll(db: Executor): Promise<number> {
  return (await db.execute(sql`delete from retention_warnings`)).rowCount ?? 0;
}

/** Records that an item was opened, unless this was recorded within the last day. */
export async function markOpened(db: Executor, itemId: string, at: Date): Promise<void> {
  await db.execute(sql`
    update items set opened_at = ${time(at)} where id = ${itemId}::uuid and (opened_at is null or opened_at < ${time(at)} - interval '1 day')`);
}
