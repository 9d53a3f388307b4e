import { bigint, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, id, timestampMs } from "./columns.ts";
import { users } from "./users.table.ts";

/** Authenticator apps. Codes are asked for at sign-in once the row is enabled; until then it waits for its first code. */
export const twoFactors = pgTable("two_factors", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Key of the codes, sealed for this user. */
  secret: text().notNull(),
  /** Time step (30 s) of the last accepted code. Codes of this step and of earlier ones are refused. */
  lastStep: bigint({ mode: "number" }).notNull().default(0),
  createdAt: createdAt(),
  enabledAt: timestampMs(),
});

/** Unused recovery codes. A row is deleted when its code is used. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid()
      .notNull()
      .references(() => twoFactors.userId, { onDelete: "cascade" }),
    /** HMAC-SHA-256 of the code, with a key of this installation. */
    hash: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

/** Passkeys. `credentialId` is the id that the authenticator gave, in base64url. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    credentialId: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** COSE public key. */
    publicKey: bytea().notNull(),
    /** Signature counter of the last use; 0 for authenticators that do not count. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestampMs(),
    /** Set when the user removed the passkey: it no longer signs in. Its session can restore it for a minute. */
    removedAt: timestampMs(),
    removedBySession: uuid(),
  },
  (table) => [uniqueIndex("passkeys_credential").on(table.credentialId), index("passkeys_user").on(table.userId)],
);

/** Devices that an account was used on, by their name such as "Chrome, Linux". A sign-in from another one is reported to the user. */
export const signInDevices = pgTable(
  "sign_in_devices",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    device: text().notNull(),
    /** Last sign-in, or a later day of use. */
    seenAt: timestampMs().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.device] }), index("sign_in_devices_seen").on(table.seenAt)],
);
