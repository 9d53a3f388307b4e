import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns.ts";

/** Mail on its way out, and without a mail server mail kept for the administrator to read. */
export const outbox = pgTable(
  "outbox",
  {
    id: id(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    status: text({ enum: ["kept", "queued", "sent", "failed"] }).notNull(),
    attempts: integer().notNull().default(0),
    error: text(),
    createdAt: createdAt(),
    sentAt: moment(),
  },
  (table) => [index("outbox_newest").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())],
);

/** Who did what, from where. Never holds a secret. */
export const audit = pgTable(
  "audit",
  {
    id: id(),
    at: createdAt(),
    userId: uuid(),
    workspaceId: uuid(),
    action: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    ip: text().notNull().default(""),
  },
  (table) => [
    index("audit_user").on(table.userId, table.at.desc().nullsFirst()),
    index("audit_workspace").on(table.workspaceId, table.at.desc().nullsFirst()),
  ],
);

/** Counters of rate limits, shared by all processes. Made unlogged by the migration: losing them in a crash is fine. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  hits: integer().notNull(),
  resetsAt: moment().notNull(),
});

/** Heartbeats of workers: a job whose worker stopped beating is given to another. */
export const workerBeats = pgTable("worker_beats", {
  id: text().primaryKey(),
  seenAt: moment().notNull().defaultNow(),
});
