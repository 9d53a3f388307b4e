import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, timestampMs } from "./columns.ts";
import type { MailPictures } from "./mail-pictures.ts";

/** Outgoing mail. Without a mail server, mail is stored for the administrator to read. */
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
    /** Answer of the mail server to the last attempt, with its SMTP code. Null without a failure or without an answer. */
    error: text(),
    smtpCode: integer(),
    /** Time of the last attempt. */
    triedAt: timestampMs(),
    /** Name shown as the sender, and address that gets the answers. Null for mail of the installation itself. */
    senderName: text(),
    replyTo: text(),
    /** Address that ends such mails (RFC 8058). Null for mail that is not optional. */
    unsubscribeUrl: text(),
    /** References of the pictures in the HTML part. Null without pictures. */
    pictures: jsonb().$type<MailPictures>(),
    createdAt: createdAt(),
    sentAt: timestampMs(),
  },
  (table) => [index("outbox_newest").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())],
);

/**
 * Audit log with user, action and IP address. Never contains a secret. One partition per month, so that old months are dropped without deleting
 * row by row. A key of a partitioned table would have to contain `at`; ids are random, and `audit_newest` finds a row by both.
 */
export const audit = pgTable(
  "audit",
  {
    id: uuid().notNull(),
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
    index("audit_newest").on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("audit_action").on(table.action.op("text_pattern_ops"), table.at.desc().nullsFirst()),
    // Combinations of filters. Each also lists the actions of its first columns by one access per action.
    index("audit_user_action").on(table.userId, table.action.op("text_pattern_ops"), table.at.desc().nullsFirst()),
    index("audit_workspace_action").on(table.workspaceId, table.action.op("text_pattern_ops"), table.at.desc().nullsFirst()),
    index("audit_user_workspace")
      .on(table.userId, table.workspaceId, table.action.op("text_pattern_ops"), table.at.desc().nullsFirst())
      .where(sql`${table.workspaceId} is not null`),
  ],
);

/**
 * Rate limit counters, shared by all processes. The migration makes the table unlogged, because losing it in a crash
 * is acceptable.
 */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  hits: integer().notNull(),
  resetsAt: timestampMs().notNull(),
});

/** Heartbeats of workers. The jobs of a worker without recent heartbeats are released to other workers. */
export const workerBeats = pgTable("worker_beats", {
  id: text().primaryKey(),
  seenAt: timestampMs().notNull().defaultNow(),
});

/** Server processes that run, so that those that do not fit together are found. A row without a recent sign is of a process that has ended. */
export const processes = pgTable("processes", {
  id: uuid().primaryKey(),
  /** Version of the product. */
  version: text().notNull(),
  /** Hash by which processes recognise that they have the same secret. */
  secretCheck: text().notNull(),
  seenAt: timestampMs().notNull().defaultNow(),
});

/** Settings of the installation that an administrator saved. A variable of the environment has priority. */
export const settings = pgTable("settings", {
  /** Name of the setting, as in the contract. */
  key: text().primaryKey(),
  /** The value; sealed text for secrets. */
  value: jsonb().$type<unknown>().notNull(),
  /** Increased by each change: two administrators cannot overwrite each other's change unnoticed. */
  version: integer().notNull().default(1),
  updatedAt: timestampMs().notNull().defaultNow(),
  updatedBy: uuid(),
});
