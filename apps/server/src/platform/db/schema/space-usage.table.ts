import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { timestampMs } from "./columns.ts";
import { workspaces } from "./workspaces.table.ts";

const bytes = () => bigint({ mode: "number" }).notNull().default(0);
const number = () => integer().notNull().default(0);

/**
 * Storage of each space by kind, counted by a job. Lists of all spaces by size read this table, because sums of `space_counts` cannot be
 * sorted by an index.
 */
export const spaceUsage = pgTable(
  "space_usage",
  {
    workspaceId: uuid()
      .primaryKey()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    /** Items by kind without those in the trash, and the annotated ones with an original among them. */
    images: number(),
    videos: number(),
    boards: number(),
    originals: number(),
    trash: number(),
    imageBytes: bytes(),
    videoBytes: bytes(),
    boardBytes: bytes(),
    originalBytes: bytes(),
    renditionBytes: bytes(),
    /** Items in the trash with their originals and renditions. */
    trashBytes: bytes(),
    /** Sum of all bytes. */
    storedBytes: bytes(),
  },
  (table) => [index("space_usage_largest").on(table.storedBytes.desc().nullsFirst(), table.workspaceId.desc().nullsFirst())],
);

/** Sums of `space_usage` after each complete count: one row. */
export const storageTotals = pgTable(
  "storage_totals",
  {
    id: integer().primaryKey().default(1),
    images: number(),
    videos: number(),
    boards: number(),
    originals: number(),
    trash: number(),
    imageBytes: bytes(),
    videoBytes: bytes(),
    boardBytes: bytes(),
    originalBytes: bytes(),
    renditionBytes: bytes(),
    trashBytes: bytes(),
    countedAt: timestampMs().notNull(),
  },
  (table) => [check("storage_totals_one_row", sql`${table.id} = 1`)],
);
