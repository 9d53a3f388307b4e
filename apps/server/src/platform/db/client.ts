import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import * as schema from "./schema/index.ts";

/** The database, typed by our tables. */
export type Database = NodePgDatabase<typeof schema> & { $client: Pool };
/** One open transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** What repositories take as their first argument: the database or an open transaction, never left out. */
export type Executor = Database | Transaction;

export function createDatabase(pool: Pool): Database {
  return drizzle(pool, { schema, casing: "snake_case" });
}
