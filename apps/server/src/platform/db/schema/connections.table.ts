import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, timestampMs } from "./columns.ts";
import { users } from "./users.table.ts";

/** Connections of users to other services. Tokens are sealed for this user and service. */
export const connections = pgTable(
  "connections",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    provider: text({ enum: ["drive", "dropbox", "slack", "jira", "trello"] }).notNull(),
    /** `reconnect`: the service no longer accepts the permission. */
    state: text({ enum: ["connected", "reconnect"] })
      .notNull()
      .default("connected"),
    /** Id of the account at the service; of a team chat, that of the chat workspace. */
    accountId: text().notNull(),
    accountName: text().notNull(),
    accountEmail: text(),
    /** Facts of the account that differ by service, such as the address of the chat workspace. */
    details: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Granted scopes, separated by spaces. */
    scopes: text().notNull(),
    accessToken: text().notNull(),
    /** Null when the access token does not expire. */
    refreshToken: text(),
    /** Name of the key that sealed the tokens. */
    keyName: text().notNull(),
    /** End of the access token; null when it does not expire. */
    expiresAt: timestampMs(),
    /** Grows with each change of the tokens. */
    version: integer().notNull().default(1),
    /** Time of the last consent. */
    connectedAt: createdAt(),
  },
  (table) => [uniqueIndex("connections_user_provider").on(table.userId, table.provider), index("connections_key").on(table.keyName)],
);
