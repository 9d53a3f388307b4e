import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

/** Whose statements are counted: those that some work sends, and nothing that goes on beside it. */
const counting = new AsyncLocalStorage<{ count: number }>();

/**
 * Does some work, and counts the statements that it sends to the database. Those of jobs and sweeps that fall into the same moment
 * are not its own. One work at a time.
 */
export async function countStatements<T>(work: () => Promise<T>): Promise<{ answer: T; count: number }> {
  const client = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const send = client.query;
  client.query = function query(...args) {
    const own = counting.getStore();
    if (own) own.count += 1;
    return send.apply(this, args);
  };
  const counted = { count: 0 };
  try {
    return { answer: await counting.run(counted, work), count: counted.count };
  } finally {
    client.query = send;
  }
}
