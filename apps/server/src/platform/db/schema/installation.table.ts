import { sql } from "drizzle-orm";
import { boolean, check, pgTable, uuid } from "drizzle-orm/pg-core";

/** One row: the id of this installation, which its store contains too. */
export const installation = pgTable(
  "installation",
  {
    only: boolean().primaryKey().default(true),
    id: uuid().notNull().defaultRandom(),
  },
  (table) => [check("installation_only", sql`${table.only}`)],
);
