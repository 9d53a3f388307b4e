import pg from "pg";
import type { Logger } from "pino";

/** PostgreSQL's text format of a UTC timestamp, such as `2026-11-21 16:44:35.123+00`. */
const UTC_TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/u;
const parseAnyTimestamp = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/**
 * Parses timestamps with the engine's ISO parser. Lists read hundreds, and the driver's parser takes five times as
 * long.
 */
function parseTimestamp(text: string): Date {
  return UTC_TIMESTAMP.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyTimestamp(text);
}

/** Converts PostgreSQL's timestamp text to the format of `Date.toISOString`. */
function isoTimestamp(text: string): string {
  if (!UTC_TIMESTAMP.test(text)) return parseAnyTimestamp(text).toISOString();
  // The seconds are followed by nothing, or by a point and up to six digits.
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${`${text.slice(19, -3) || "."}000`.slice(0, 4)}Z`;
}

const reading = (parse: (text: string) => Date | string): pg.CustomTypesConfig => ({
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.TIMESTAMPTZ && format !== "binary" ? parse : pg.types.getTypeParser(oid as number, format as "text"),
});

const parsers = reading(parseTimestamp);

/**
 * Query option for statements whose timestamps are only passed on to the client: they are read as ISO strings.
 * Lists contain hundreds of timestamps, and creating `Date` objects costs more than the rest of the row.
 */
export const ISO_TIMESTAMPS = reading(isoTimestamp);

/** Address of the database: a connection string, or the socket of the embedded server. */
export type DatabaseAddress = { connectionString: string } | { host: string; user: string; database: string };

/**
 * Creates the connection pool. A lost connection is logged and replaced and never crashes the process.
 * Waiting for a free connection times out after 5 s, so that requests fail during an outage instead of hanging.
 */
export function createPool(address: DatabaseAddress, options: { max: number; log: Logger }): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    max: options.max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: "stillreel",
    types: parsers,
  });
  const complain = (error: Error): void => options.log.warn({ err: error }, "a database connection was lost");
  pool.on("error", complain);
  pool.on("connect", (client) => client.on("error", complain));
  return pool;
}
