import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, id, timestampMs } from "./columns.ts";

/** User accounts. `emailKey` is the address in its normalized form for comparison: lower case, NFKC. */
export const users = pgTable(
  "users",
  {
    id: id(),
    email: text().notNull(),
    emailKey: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    displayName: text().notNull(),
    /** argon2id hash, or null for accounts that sign in only through an identity provider. */
    passwordHash: text(),
    provider: text({ enum: ["password", "google", "oidc"] }).notNull(),
    role: text({ enum: ["user", "admin"] })
      .notNull()
      .default("user"),
    avatarBlobId: uuid(),
    preferences: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    welcomedAt: timestampMs(),
    /** Set while an administrator has suspended the account: it cannot sign in. */
    suspendedAt: timestampMs(),
    /** Storage that an administrator gave this account, in bytes; 0 is unlimited, null is the default of the installation. */
    quotaBytes: bigint({ mode: "number" }),
    /** Channel of each kind of notification that differs from the default, and the digest. */
    notificationSettings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("users_email_key").on(table.emailKey),
    index("users_newest").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("users_administrators")
      .on(table.id)
      .where(sql`${table.role} = 'admin'`),
    index("users_search").using("gin", sql`(lower(${table.displayName}) || ' ' || ${table.emailKey}) gin_trgm_ops`),
    index("users_avatar")
      .on(table.avatarBlobId)
      .where(sql`${table.avatarBlobId} is not null`),
  ],
);

/** Accounts at external identity providers. The key is (issuer, subject), never the email address. */
export const identities = pgTable(
  "identities",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** Address at the provider; empty once unlinked. */
    email: text().notNull(),
    createdAt: createdAt(),
    /** Set when the user unlinked it: it does not sign in, and is not linked again because its address is the account's. */
    unlinkedAt: timestampMs(),
  },
  (table) => [uniqueIndex("identities_issuer_subject").on(table.issuer, table.subject), index("identities_user").on(table.userId)],
);

/** Active sessions. The row is deleted when the session ends. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the refresh token. */
    tokenHash: bytea().notNull(),
    remember: boolean().notNull(),
    userAgent: text().notNull().default(""),
    ip: text().notNull().default(""),
    createdAt: createdAt(),
    /** Time of the last proof by password or identity provider. */
    authenticatedAt: timestampMs().notNull().defaultNow(),
    lastSeenAt: timestampMs().notNull().defaultNow(),
    expiresAt: timestampMs().notNull(),
  },
  (table) => [
    uniqueIndex("sessions_token_hash").on(table.tokenHash),
    index("sessions_user").on(table.userId),
    index("sessions_expires").on(table.expiresAt),
  ],
);

/** Single-use secrets (reset links, sign-in states, challenges). Only their SHA-256 is stored. */
export const tokens = pgTable(
  "tokens",
  {
    hash: bytea().primaryKey(),
    kind: text({
      enum: ["reset-password", "oidc-state", "google-nonce", "two-factor", "add-passkey", "use-passkey", "connection"],
    }).notNull(),
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    payload: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
    expiresAt: timestampMs().notNull(),
    usedAt: timestampMs(),
  },
  (table) => [index("tokens_user").on(table.userId), index("tokens_expires").on(table.expiresAt)],
);
