import type { NotificationDigest, NotificationKind } from "@stillreel/contract";
import { and, desc, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { BATCH, inBatches } from "../../platform/db/batches.ts";
import type { Executor } from "../../platform/db/client.ts";
import { notifications, users } from "../../platform/db/schema/index.ts";

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** A notification with the name of its newest actor. */
export interface NotificationRow {
  id: string;
  userId: string;
  kind: string;
  itemId: string | null;
  /** The folder that it is about, if it is about one. */
  folderId: string | null;
  workspaceId: string | null;
  count: number;
  actorIds: string[];
  details: Record<string, unknown>;
  readAt: Date | null;
  createdAt: Date;
  actorId: string | null;
  actorName: string | null;
  actorAvatar: string | null;
}

/** End of a page. */
export interface NotificationPosition {
  createdAt: Date;
  id: string;
}

/** Columns of a notification, with the user who caused it as `users`. */
export const ROW_COLUMNS = {
  id: notifications.id,
  userId: notifications.userId,
  kind: notifications.kind,
  itemId: notifications.itemId,
  folderId: sql<string | null>`${notifications.details} ->> 'folderId'`,
  workspaceId: notifications.workspaceId,
  count: notifications.count,
  actorIds: notifications.actorIds,
  details: notifications.details,
  readAt: notifications.readAt,
  createdAt: notifications.createdAt,
  actorId: users.id,
  actorName: users.displayName,
  actorAvatar: users.avatarBlobId,
};

const after = (position: NotificationPosition | null): SQL | undefined =>
  position === null
    ? undefined
    : and(
        // The timestamp alone lets the index scan start at the end of the previous page.
        lte(notifications.createdAt, position.createdAt),
        sql`(${notifications.createdAt}, ${notifications.id}) < (${position.createdAt.toISOString()}::timestamptz, ${position.id}::uuid)`,
      );

/** Returns notifications of a user, newest first. Uses the index `notifications_newest`. */
export async function listPage(
  db: Executor,
  userId: string,
  given: { after: NotificationPosition | null; isUnread: boolean; limit: number },
): Promise<NotificationRow[]> {
  return db
    .select(ROW_COLUMNS)
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.actorId))
    .where(and(eq(notifications.userId, userId), given.isUnread ? isNull(notifications.readAt) : undefined, after(given.after)))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(given.limit);
}

/** An unread notification with its object. */
export type UnreadRow = NotificationPosition & Pick<NotificationRow, "kind" | "itemId" | "folderId" | "workspaceId">;

/** Returns position and object of unread notifications, newest first. */
export async function listUnread(db: Executor, userId: string, position: NotificationPosition | null, limit: number): Promise<UnreadRow[]> {
  return db
    .select({
      id: ROW_COLUMNS.id,
      kind: ROW_COLUMNS.kind,
      itemId: ROW_COLUMNS.itemId,
      folderId: ROW_COLUMNS.folderId,
      workspaceId: ROW_COLUMNS.workspaceId,
      createdAt: ROW_COLUMNS.createdAt,
    })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt), after(position)))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit);
}

/** Marks notifications of a user as read; without ids all of them. Returns their number. */
export async function markRead(db: Executor, userId: string, ids: readonly string[] | null, at: Date): Promise<number> {
  const { rowCount } = await db
    .update(notifications)
    .set({ readAt: at })
    .where(
      and(eq(notifications.userId, userId), isNull(notifications.readAt), ids === null ? undefined : inArray(notifications.id, [...ids])),
    );
  return rowCount ?? 0;
}

/**
 * Marks notifications of a user as unread. A group has one unread notification: where there is one already, the older ones stay read.
 * The lock on the user serialises this with itself; a concurrent event waits for the index entry.
 */
export async function markUnread(tx: Executor, userId: string, ids: readonly string[]): Promise<number> {
  await tx.execute(sql`select from users where id = ${userId}::uuid for no key update`);
  const { rowCount } = await tx.execute(sql`
    with newest as (
      select distinct on (n.group_key) n.id
      from notifications n
      where n.user_id = ${userId}::uuid and n.id = any(${sql.param([...ids])}::uuid[]) and n.read_at is not null
        and not exists (select from notifications u where u.user_id = n.user_id and u.group_key = n.group_key and u.read_at is null)
      order by n.group_key, n.created_at desc, n.id desc
    )
    update notifications n set read_at = null from newest where n.id = newest.id`);
  return rowCount ?? 0;
}

/** Deletes notifications that were read before a date, and of each user all but the newest. Returns their number. */
export async function deleteOld(db: Executor, readBefore: Date, most: number, signal: AbortSignal): Promise<number> {
  let gone = 0;
  // No index has the time of reading, so that it costs no writes: each page of the primary key is read once.
  for (let after: string | null = FIRST_ID; after !== null;) {
    signal.throwIfAborted();
    const found: { rows: { last: string | null; deleted: number }[] } = await db.execute(sql`
      with page as (select id, read_at from notifications where id > ${after}::uuid order by id limit ${BATCH}),
      deleted as (delete from notifications where id in (select id from page where read_at < ${readBefore.toISOString()}::timestamptz) returning id)
      select (select id from page order by id desc limit 1) as last, (select count(*)::int from deleted) as deleted`);
    after = found.rows[0]?.last ?? null;
    gone += found.rows[0]?.deleted ?? 0;
  }
  const { rows: many } = await db.execute<{ user_id: string }>(
    sql`select user_id from notifications group by user_id having count(*) > ${most}::int`,
  );
  for (const { user_id: userId } of many)
    gone += await inBatches(signal, async (limit) => {
      const { rowCount } = await db.execute(sql`
        delete from notifications where id in (
          select id from notifications where user_id = ${userId}::uuid order by created_at desc, id desc offset ${most}::int limit ${limit})`);
      return rowCount ?? 0;
    });
  return gone;
}

/** An unread notification with the address of its user. */
export interface MailableRow extends NotificationRow {
  email: string;
  displayName: string;
  preferences: Record<string, unknown>;
  settings: Record<string, unknown>;
  isSuspended: boolean;
}

/** Marks an unread notification as mailed. Returns false when it was mailed, read or deleted before. */
export async function markMailed(tx: Executor, id: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(notifications)
    .set({ details: sql`${notifications.details} || ${JSON.stringify({ mailedAt: at.toISOString() })}::jsonb` })
    .where(and(eq(notifications.id, id), isNull(notifications.readAt), sql`not ${notifications.details} ? 'mailedAt'`));
  return (rowCount ?? 0) > 0;
}

/** Returns an unread notification for a mail. Undefined when it was read or deleted. */
export async function findUnread(db: Executor, id: string): Promise<MailableRow | undefined> {
  const [row] = await db
    .select(ROW_COLUMNS)
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.actorId))
    .where(and(eq(notifications.id, id), isNull(notifications.readAt)));
  if (!row) return undefined;
  const [user] = await db
    .select({
      email: users.email,
      displayName: users.displayName,
      preferences: users.preferences,
      settings: users.notificationSettings,
      isSuspended: sql<boolean>`${users.suspendedAt} is not null`,
    })
    .from(users)
    .where(eq(users.id, row.userId));
  return user && { ...row, ...user };
}

/** Returns what a user has chosen. */
export async function findSettings(db: Executor, userId: string): Promise<Record<string, unknown>> {
  const [row] = await db.select({ settings: users.notificationSettings }).from(users).where(eq(users.id, userId));
  return row?.settings ?? {};
}

/** What a change of the settings sets. */
export interface SettingsChange {
  channels: Partial<Record<NotificationKind, string>>;
  digest: Partial<Record<keyof NotificationDigest, unknown>>;
  /** Undefined leaves the pause unchanged. */
  pauseUntil: string | null | undefined;
}

/** Changes channels of kinds, parts of the digest and the pause. One statement, so that concurrent changes both take effect. */
export async function updateSettings(db: Executor, userId: string, change: SettingsChange): Promise<Record<string, unknown>> {
  const pause = change.pauseUntil === undefined ? {} : { pauseUntil: change.pauseUntil };
  const settings = users.notificationSettings;
  const [row] = await db
    .update(users)
    .set({
      notificationSettings: sql`${settings} || jsonb_build_object('channels',
        coalesce(${settings} -> 'channels', '{}'::jsonb) || ${JSON.stringify(change.channels)}::jsonb, 'digest',
        coalesce(${settings} -> 'digest', '{}'::jsonb) || ${JSON.stringify(change.digest)}::jsonb) || ${JSON.stringify(pause)}::jsonb`,
    })
    .where(eq(users.id, userId))
    .returning({ settings });
  return row?.settings ?? {};
}
