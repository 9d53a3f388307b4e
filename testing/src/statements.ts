import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

/** Context whose statements are counted: those of one operation, without concurrent ones. */
const counting = new AsyncLocalStorage<{ count: number }>();

/**
 * Runs an operation and counts the statements that it sends to the database. Those of concurrent jobs and sweeps, and the
 * settings of a new connection, are not counted. Only one operation at a time.
 */
export async function countStatements<T>(work: () => Promise<T>): Promise<{ answer: T; count: number }> {
  const client = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const send = client.query;
  client.query = function query(...args) {
    const own = counting.getStore();
    const isSetting = typeof args[0] === "string" && args[0].startsWith("set ");
    if (own && !isSetting) own.count += 1;
    return send.apply(this, args);
  };
  const counted = { count: 0 };
  try {
    return { answer: await counting.run(counted, work), count: counted.count };
  } finally {
    client.query = send;
  }
}
