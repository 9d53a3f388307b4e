import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, id, timestampMs } from "./columns.ts";
import { users } from "./users.table.ts";

/** Access tokens of programs. Only the SHA-256 of a token is stored. */
export const accessTokens = pgTable(
  "access_tokens",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** First characters of the token, which identify it to its owner and permit nothing. */
    prefix: text().notNull(),
    hash: bytea().notNull(),
    /** `write` includes `read`. */
    scope: text({ enum: ["read", "write"] }).notNull(),
    createdAt: createdAt(),
    /** Accurate to a minute. */
    lastUsedAt: timestampMs(),
    /** Null when it does not expire. */
    expiresAt: timestampMs(),
  },
  (table) => [uniqueIndex("access_tokens_hash").on(table.hash), index("access_tokens_user").on(table.userId)],
);
