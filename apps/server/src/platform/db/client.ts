import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Pool, PoolClient } from "pg";
import type * as schema from "./schema/index.ts";
import { CLIENT_OPTIONS, type Transaction, transactionOn } from "./transaction.ts";

export type { Transaction } from "./transaction.ts";
/** The database client with the types of the project's tables. */
export type Database = NodePgDatabase<typeof schema> & { $client: Pool };
/** First argument of all repository functions: the database or an open transaction. It is never optional. */
export type Executor = Database | Transaction;

/** Creates the database client. Its `transaction` repeats work that lost against another transaction ({@link transactionOn}). */
export function createDatabase(pool: Pool): Database {
  const database = drizzle(pool, CLIENT_OPTIONS);
  database.transaction = (work, config) => transactionOn(pool, (_connection, tx) => work(tx), config);
  return database;
}

/** Returns an executor for one connection, on which the caller has begun a transaction. */
export const executorOn = (client: PoolClient): Executor => drizzle(client, CLIENT_OPTIONS) as unknown as Executor;
