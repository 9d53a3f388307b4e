import { and, asc, count, desc, eq, gte, inArray, lt, ne, or, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { webhookDeliveries, webhooks, workspaces } from "../../platform/db/schema/index.ts";

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** A webhook with the kind of its space, and its newest delivery. */
export interface ListedWebhook {
  webhook: WebhookRow;
  isPersonal: boolean;
  last: DeliveryRow | null;
}

const own = (userId: string, id: string) => and(eq(webhooks.id, id), eq(webhooks.userId, userId));

/** Returns the webhooks of a user with their newest deliveries, newest first; only one of them when an id is given. */
export async function list(db: Executor, userId: string, id?: string): Promise<ListedWebhook[]> {
  const rows = await db
    .select({ webhook: webhooks, kind: workspaces.kind })
    .from(webhooks)
    .innerJoin(workspaces, eq(workspaces.id, webhooks.workspaceId))
    .where(id === undefined ? eq(webhooks.userId, userId) : own(userId, id))
    .orderBy(desc(webhooks.createdAt), desc(webhooks.id));
  const ids = rows.map(({ webhook }) => webhook.id);
  const newest = ids.length === 0 ? [] : await newestDeliveries(db, ids);
  const byWebhook = new Map(newest.map((row) => [row.webhookId, row]));
  return rows.map(({ webhook, kind }) => ({ webhook, isPersonal: kind === "personal", last: byWebhook.get(webhook.id) ?? null }));
}

/** Returns the newest delivery of each webhook, by one short index scan for each. */
function newestDeliveries(db: Executor, ids: string[]): Promise<DeliveryRow[]> {
  const newest = sql`(select n.id from webhook_deliveries n where n.webhook_id = w.id order by n.created_at desc nulls first, n.id desc nulls first limit 1)`;
  const rows = sql`(select ${newest} from webhooks w where ${inArray(sql`w.id`, ids)})`;
  return db
    .select()
    .from(webhookDeliveries)
    .where(sql`${webhookDeliveries.id} in ${rows}`);
}

export async function find(db: Executor, userId: string, id: string): Promise<WebhookRow | undefined> {
  return (await db.select().from(webhooks).where(own(userId, id)))[0];
}

export async function countOf(db: Executor, userId: string): Promise<number> {
  return (await db.select({ existing: count() }).from(webhooks).where(eq(webhooks.userId, userId)))[0]?.existing ?? 0;
}

export async function insert(db: Executor, row: typeof webhooks.$inferInsert): Promise<void> {
  await db.insert(webhooks).values(row);
}

type Change = Partial<Pick<WebhookRow, "url" | "events" | "enabled" | "disabledReason" | "failingSince" | "secret" | "keyName">>;

export async function update(db: Executor, id: string, change: Change): Promise<void> {
  await db.update(webhooks).set(change).where(eq(webhooks.id, id));
}

export async function remove(db: Executor, userId: string, id: string): Promise<WebhookRow | undefined> {
  return (await db.delete(webhooks).where(own(userId, id)).returning())[0];
}

/** Switches a webhook off unless it is off already. Returns it, or undefined. */
export async function disable(db: Executor, id: string, disabledReason: "gone" | "failing"): Promise<WebhookRow | undefined> {
  const isOn = and(eq(webhooks.id, id), eq(webhooks.enabled, true));
  return (await db.update(webhooks).set({ enabled: false, disabledReason }).where(isOn).returning())[0];
}

/** Ends the deliveries that wait for a webhook that was switched off. They can be sent again later. */
export async function endPending(db: Executor, webhookId: string): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ state: "failed", failure: "disabled" })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, "pending")));
}

export async function insertDelivery(db: Executor, row: typeof webhookDeliveries.$inferInsert): Promise<DeliveryRow> {
  const [inserted] = await db.insert(webhookDeliveries).values(row).returning();
  if (!inserted) throw new Error("the delivery was not stored");
  return inserted;
}

export async function findDelivery(db: Executor, webhookId: string, id: string, since: Date): Promise<DeliveryRow | undefined> {
  const isIt = and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.webhookId, webhookId), gte(webhookDeliveries.createdAt, since));
  return (await db.select().from(webhookDeliveries).where(isIt))[0];
}

/** Returns deliveries of a webhook since a time, newest first. */
export function listDeliveries(
  db: Executor,
  { webhookId, since, after, limit }: { webhookId: string; since: Date; after: { at: Date; id: string } | null; limit: number },
): Promise<DeliveryRow[]> {
  const { createdAt, id } = webhookDeliveries;
  const isAfter = after === null ? undefined : or(lt(createdAt, after.at), and(eq(createdAt, after.at), lt(id, after.id)));
  return db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), gte(createdAt, since), isAfter))
    .orderBy(sql`${createdAt} desc nulls first`, sql`${id} desc nulls first`)
    .limit(limit);
}

/** Returns some webhooks whose secret another key has sealed, and locks them. */
export function lockSealedOtherwise(tx: Executor, keyName: string, limit: number): Promise<WebhookRow[]> {
  return tx
    .select()
    .from(webhooks)
    .where(ne(webhooks.keyName, keyName))
    .orderBy(asc(webhooks.id))
    .limit(limit)
    .for("update", { skipLocked: true });
}
