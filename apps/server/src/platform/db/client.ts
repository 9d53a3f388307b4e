import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import * as schema from "./schema/index.ts";

/** The database client with the types of the project's tables. */
export type Database = NodePgDatabase<typeof schema> & { $client: Pool };
/** An open transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** First argument of all repository functions: the database or an open transaction. It is never optional. */
export type Executor = Database | Transaction;

export function createDatabase(pool: Pool): Database {
  return drizzle(pool, { schema, casing: "snake_case" });
}
