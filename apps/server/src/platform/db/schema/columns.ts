import { sql } from "drizzle-orm";
import { customType, timestamp, uuid } from "drizzle-orm/pg-core";

export const id = () => uuid().primaryKey();
export const createdAt = () => timestamp({ withTimezone: true, precision: 3, mode: "date" }).notNull().defaultNow();
export const timestampMs = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });

/**
 * The workspace of the item, comment, link, request or webhook that a row belongs to. A trigger fills it when a row is added without it, a move of
 * the item changes it, and a sweep fills rows of earlier releases: see `followers.repo.ts`. Null only until then.
 */
export const followedWorkspaceId = () => uuid();

/** Column type for raw bytes, such as the SHA-256 of a secret. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Column type for lexemes. The search module creates them, and the driver only transports their text form. */
export const tsvector = customType<{ data: string; driverData: string }>({ dataType: () => "tsvector" });

/** A title in natural order: numbers sort by value, case and accents after letters. A migration creates the collation. */
export const byTitle = (title: unknown) => sql`${title} collate "natural"`;
