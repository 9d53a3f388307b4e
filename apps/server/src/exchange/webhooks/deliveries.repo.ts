import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { comments, items, shareLinks, users, webhookDeliveries, webhooks, workspaces } from "../../platform/db/schema/index.ts";

/** Receivers that answer, and those whose last attempt failed. Each kind has separate room, so that the second never delays the first. */
export type Lane = "working" | "failing";

/** How many deliveries a lane may take now. */
export interface Room {
  lane: Lane;
  /** Free requests of the lane. */
  free: number;
  /** Maximum number of requests to one receiver at the same time. */
  perWebhook: number;
  /** Running requests by webhook. */
  running: ReadonlyMap<string, number>;
}

/**
 * Takes due deliveries and returns their ids. Until `until` no other process takes them; then they are taken again, in case this process has
 * died.
 */
export async function take(db: Executor, { lane, free, perWebhook, running }: Room, now: Date, until: Date): Promise<string[]> {
  const isLane = lane === "failing" ? sql`w.failing_since is not null` : sql`w.failing_since is null`;
  const ids = sql.param([...running.keys()]);
  const counts = sql.param([...running.values()]);
  const { rows } = await db.execute<{ id: string }>(sql`
    with due as (
      select d.id, d.created_at
      from webhooks w
        left join unnest(${ids}::uuid[], ${counts}::int[]) as running (id, requests) on running.id = w.id
        cross join lateral (
          select d.id, d.created_at, d.next_at from webhook_deliveries d
          where d.webhook_id = w.id and d.state = 'pending' and d.next_at <= ${now.toISOString()}::timestamptz
          order by d.next_at
          limit greatest(0, ${perWebhook}::int - coalesce(running.requests, 0))
          for update skip locked
        ) d
      where w.enabled and ${isLane}
      order by d.next_at
      limit ${free}
    )
    update webhook_deliveries d set next_at = ${until.toISOString()}::timestamptz, attempts = attempts + 1
    from due where d.id = due.id and d.created_at = due.created_at
    returning d.id`);
  return rows.map(({ id }) => id);
}

/** A delivery with all that its request needs. */
export type Loaded = Awaited<ReturnType<typeof load>>[number];

/** Loads deliveries with their webhooks, owners, items, comments and links, by one statement. */
export function load(db: Executor, ids: string[]) {
  return db
    .select({
      delivery: webhookDeliveries,
      webhook: webhooks,
      isPersonal: sql<boolean>`${workspaces.kind} = 'personal'`,
      isOwnerActive: sql<boolean>`${users.suspendedAt} is null`,
      item: items,
      comment: comments,
      slug: shareLinks.slug,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .innerJoin(workspaces, eq(workspaces.id, webhooks.workspaceId))
    .innerJoin(users, eq(users.id, webhooks.userId))
    .leftJoin(items, eq(items.id, webhookDeliveries.itemId))
    .leftJoin(comments, sql`${comments.id} = (${webhookDeliveries.details}->>'commentId')::uuid`)
    .leftJoin(shareLinks, and(eq(shareLinks.itemId, items.id), isNull(shareLinks.revokedAt)))
    .where(inArray(webhookDeliveries.id, ids));
}

type Result = Partial<
  Pick<
    typeof webhookDeliveries.$inferInsert,
    "state" | "body" | "nextAt" | "attemptedAt" | "durationMs" | "failure" | "responseStatus" | "responseBody"
  >
>;

/** Stores the result of an attempt, unless the webhook was switched off meanwhile. */
export async function finish(db: Executor, id: string, result: Result): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set(result)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.state, "pending")));
}

/** Notes that a receiver failed, or that it works again. Returns since when it fails. */
export async function note(db: Executor, webhookId: string, failedAt: Date | null): Promise<Date | null> {
  const failingSince = failedAt === null ? null : sql`coalesce(${webhooks.failingSince}, ${failedAt.toISOString()}::timestamptz)`;
  const isChanged = failedAt === null ? sql`${webhooks.failingSince} is not null` : sql`true`;
  const [row] = await db
    .update(webhooks)
    .set({ failingSince })
    .where(and(eq(webhooks.id, webhookId), isChanged))
    .returning({ failingSince: webhooks.failingSince });
  return row?.failingSince ?? null;
}
