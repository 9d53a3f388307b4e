import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Pool, PoolClient } from "pg";
import { repeatConflicts } from "./conflicts.ts";
import * as schema from "./schema/index.ts";

type Client = NodePgDatabase<typeof schema>;
/** An open transaction. */
export type Transaction = Parameters<Parameters<Client["transaction"]>[0]>[0];
/** Isolation level and access mode of a transaction. */
export type TransactionConfig = Parameters<Client["transaction"]>[1];

/** Options of every database client. */
export const CLIENT_OPTIONS = { schema, casing: "snake_case" } as const;

const CLIENTS = new WeakMap<PoolClient, Client>();

function clientOf(connection: PoolClient): Client {
  const client = CLIENTS.get(connection) ?? drizzle(connection, CLIENT_OPTIONS);
  CLIENTS.set(connection, client);
  return client;
}

/**
 * Runs work in a transaction of one connection, and repeats it when it lost against another transaction. The work may
 * therefore run several times: it has no effect outside the database that may not be repeated. The connection is for work
 * that runs prepared statements, which need the driver's client; all other code uses the transactions of the database client.
 */
export function transactionOn<T>(
  pool: Pool,
  work: (connection: PoolClient, tx: Transaction) => Promise<T>,
  config?: TransactionConfig,
): Promise<T> {
  return repeatConflicts(async () => runOnce(await pool.connect(), work, config));
}

/**
 * Runs a transaction once and releases the connection. When its rollback fails too, the error of the work is thrown and
 * not the one of the rollback, and the connection is closed.
 */
async function runOnce<T>(
  connection: PoolClient,
  work: (connection: PoolClient, tx: Transaction) => Promise<T>,
  config: TransactionConfig,
): Promise<T> {
  let failure: { error: unknown } | undefined;
  let isUsable = true;
  try {
    return await clientOf(connection).transaction(async (tx) => {
      try {
        return await work(connection, tx);
      } catch (error) {
        failure = { error };
        throw error;
      }
    }, config);
  } catch (error) {
    isUsable = failure !== undefined && failure.error === error;
    throw failure ? failure.error : error;
  } finally {
    connection.release(!isUsable);
  }
}
