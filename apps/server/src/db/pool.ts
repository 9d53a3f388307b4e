import pg from "pg";
import type { Logger } from "pino";

/** Where the database is: an address, or the embedded server's socket. */
export type DatabaseAddress = { connectionString: string } | { host: string; user: string; database: string };

/**
 * The pool of connections. A lost connection is logged and replaced, never thrown at the process;
 * waiting for a free one ends after 5 s, so that an outage answers instead of hanging.
 */
export function createPool(address: DatabaseAddress, options: { max: number; log: Logger }): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    max: options.max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: "stillreel",
  });
  const complain = (error: Error): void => options.log.warn({ err: error }, "a database connection was lost");
  pool.on("error", complain);
  pool.on("connect", (client) => client.on("error", complain));
  return pool;
}
