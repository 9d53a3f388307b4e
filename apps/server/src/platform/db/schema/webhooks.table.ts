import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, followedWorkspaceId, id, timestampMs } from "./columns.ts";
import { users } from "./users.table.ts";
import { workspaces } from "./workspaces.table.ts";

/** Webhooks: addresses that receive the events of items that their owner may read in one space. */
export const webhooks = pgTable(
  "webhooks",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    url: text().notNull(),
    events: text().array().notNull(),
    /** Key of the signatures, sealed for this webhook, and the name of the key that sealed it. */
    secret: text().notNull(),
    keyName: text().notNull(),
    enabled: boolean().notNull().default(true),
    disabledReason: text({ enum: ["gone", "failing", "owner"] }),
    /** Time of the first failure since the last success. Such receivers get one request at a time. */
    failingSince: timestampMs(),
    createdAt: createdAt(),
  },
  (table) => [
    index("webhooks_user").on(table.userId),
    index("webhooks_workspace")
      .on(table.workspaceId)
      .where(sql`${table.enabled}`),
    index("webhooks_key").on(table.keyName),
  ],
);

/**
 * Deliveries of webhooks: those to send, and the log. Triggers add them in the transaction of the change (see the migration). One partition per
 * month. Each partition has a primary key, because a key of the whole table would have to contain the time.
 */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid().notNull(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** Equal for deliveries of the same event that were sent again. */
    messageId: uuid().notNull(),
    event: text().notNull(),
    /** Not a foreign key: the log outlives the item. */
    itemId: uuid(),
    /** The comment or the link of the event. */
    details: jsonb().$type<{ commentId?: string }>().notNull().default({}),
    state: text({ enum: ["pending", "delivered", "failed", "skipped"] })
      .notNull()
      .default("pending"),
    attempts: integer().notNull().default(0),
    attemptsMax: integer().notNull().default(8),
    /** Time of the next attempt. While one is running: when another process may repeat it. */
    nextAt: timestampMs().notNull().defaultNow(),
    /** The request body. It does not change after the first attempt. */
    body: text(),
    attemptedAt: timestampMs(),
    durationMs: integer(),
    failure: text(),
    responseStatus: integer(),
    responseBody: text(),
    createdAt: createdAt(),
    workspaceId: followedWorkspaceId(),
  },
  (table) => [
    index("webhook_deliveries_due")
      .on(table.webhookId, table.nextAt)
      .where(sql`${table.state} = 'pending'`),
    index("webhook_deliveries_log").on(table.webhookId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("webhook_deliveries_age").on(table.createdAt),
  ],
);
