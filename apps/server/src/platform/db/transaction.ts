import type { Pool, PoolClient } from "pg";
import { createDatabase, type Executor } from "./client.ts";

/**
 * Runs work in a transaction of one connection. For work that runs prepared statements, which need the driver's client; all
 * other code uses the transactions of the database client.
 */
export async function transactionOn<T>(pool: Pool, work: (client: PoolClient, tx: Executor) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client, createDatabase(client as unknown as Pool));
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failed: Error) => (broken = failed));
    throw error;
  } finally {
    client.release(broken);
  }
}
