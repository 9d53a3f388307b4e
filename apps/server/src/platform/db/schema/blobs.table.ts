import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytea, createdAt, id } from "./columns.ts";

/** Objects in the store. Copies share rows: `refs` counts the references, and a job deletes the object when it is 0. */
export const blobs = pgTable(
  "blobs",
  {
    id: id(),
    storageKey: text().notNull(),
    sha256: bytea().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    mimeType: text().notNull(),
    refs: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("blobs_storage_key").on(table.storageKey),
    index("blobs_unreferenced")
      .on(table.id)
      .where(sql`${table.refs} <= 0`),
  ],
);
