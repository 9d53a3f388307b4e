import type { NotificationChannel, NotificationKind } from "@stillreel/contract";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Executor } from "../db/client.ts";
import { notifications } from "../db/schema/index.ts";

/** Maximum number of users that a notification names as its causes. */
const ACTORS_MAX = 50;
/** Maximum number of comments that a notification remembers: those that its mail shows. */
const COMMENTS_MAX = 5;
const FIRST_COMMENTS = `$[0 to ${COMMENTS_MAX - 1}]`;

/** An event, with an id of a new notification for each recipient. */
export interface NewNotification {
  kind: NotificationKind;
  groupKey: string;
  itemId: string | null;
  workspaceId: string | null;
  actorId: string | null;
  details: Record<string, unknown>;
  /** Whether further events of the same user leave the number unchanged, such as a like after the removal of a like. */
  isOncePerActor: boolean;
  defaultChannel: NotificationChannel;
  recipients: readonly { id: string; userId: string }[];
  at: Date;
}

/** A notification that was added, or that grew by one event. */
export interface WrittenRow {
  id: string;
  userId: string;
  isNew: boolean;
  channel: NotificationChannel;
  isPaused: boolean;
}

/**
 * Adds one event to the unread notification of its group of each recipient, with one statement for all recipients. The user who caused
 * it, suspended users and users who turned the kind off get none. Rows are written in the order of users, so that two events cannot wait
 * for each other.
 */
export async function addToGroups(tx: Executor, given: NewNotification): Promise<WrittenRow[]> {
  const { kind, groupKey, itemId, workspaceId, actorId, details, isOncePerActor, defaultChannel, recipients, at } = given;
  const ids = recipients.map(({ id }) => id);
  const userIds = recipients.map(({ userId }) => userId);
  const { rows } = await tx.execute<{ id: string; user_id: string; is_new: boolean; channel: NotificationChannel; is_paused: boolean }>(sql`
    with recipient as (
      select r.id, u.id as user_id,
        coalesce(u.notification_settings -> 'channels' ->> ${kind}::text, ${defaultChannel}::text) as channel,
        coalesce((u.notification_settings ->> 'pauseUntil')::timestamptz > ${at.toISOString()}::timestamptz, false) as is_paused
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(userIds)}::uuid[]) r (id, user_id)
        join users u on u.id = r.user_id
      where u.suspended_at is null and u.id is distinct from ${actorId}::uuid
    ), written as (
      insert into notifications (id, user_id, kind, group_key, item_id, workspace_id, actor_id, actor_ids, details, created_at)
      select id, user_id, ${kind}::text, ${groupKey}::text, ${itemId}::uuid, ${workspaceId}::uuid, ${actorId}::uuid,
        array_remove(array[${actorId}::uuid], null), ${JSON.stringify(details)}::jsonb, ${at.toISOString()}::timestamptz
      from recipient
      where channel <> 'off'
      order by user_id
      on conflict (user_id, group_key) where read_at is null do update set
        actor_id = excluded.actor_id,
        actor_ids = (excluded.actor_ids || array_remove(notifications.actor_ids, excluded.actor_id))[1:${ACTORS_MAX}::int],
        count = notifications.count
          + case when ${isOncePerActor}::boolean and excluded.actor_id = any(notifications.actor_ids) then 0 else 1 end,
        details = jsonb_strip_nulls(jsonb_build_object('mailedAt', notifications.details -> 'mailedAt')) || excluded.details
          || case when excluded.details ? 'commentIds' then jsonb_build_object('commentIds', jsonb_path_query_array(
            coalesce(notifications.details -> 'commentIds', '[]'::jsonb) || (excluded.details -> 'commentIds'),
            ${FIRST_COMMENTS}::jsonpath)) else '{}'::jsonb end,
        created_at = greatest(notifications.created_at, excluded.created_at)
      returning id, user_id, xmax = 0 as is_new
    )
    select written.id, written.user_id, written.is_new, recipient.channel, recipient.is_paused
    from written join recipient using (user_id)`);
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    isNew: row.is_new,
    channel: row.channel,
    isPaused: row.is_paused,
  }));
}

/** Marks the unread notifications of a group as read. Returns the users who had one. Uses the index `notifications_unread`. */
export async function markGroupRead(
  tx: Executor,
  { groupKey, userIds, at }: { groupKey: string; userIds: readonly string[]; at: Date },
): Promise<string[]> {
  const marked = await tx
    .update(notifications)
    .set({ readAt: at })
    .where(and(inArray(notifications.userId, [...userIds]), eq(notifications.groupKey, groupKey), isNull(notifications.readAt)))
    .returning({ userId: notifications.userId });
  return marked.map(({ userId }) => userId);
}
