import pg from "pg";
import type { Logger } from "pino";

/** PostgreSQL's text of a moment in UTC, such as `2026-11-21 16:44:35.123+00`. */
const UTC_MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/u;
const parseAnyMoment = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** Reads moments by the engine's own ISO parser: lists read hundreds, and the driver's parser takes five times as long. */
function parseMoment(text: string): Date {
  return UTC_MOMENT.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyMoment(text);
}

/** The same as `Date.toISOString` writes them. */
function isoMoment(text: string): string {
  if (!UTC_MOMENT.test(text)) return parseAnyMoment(text).toISOString();
  // Behind the seconds stands nothing, or a point with up to six digits.
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${`${text.slice(19, -3) || "."}000`.slice(0, 4)}Z`;
}

const reading = (moment: (text: string) => Date | string): pg.CustomTypesConfig => ({
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.TIMESTAMPTZ && format !== "binary" ? moment : pg.types.getTypeParser(oid as number, format as "text"),
});

const parsers = reading(parseMoment);

/** For statements whose moments are only told on: they are read as ISO texts. Lists tell hundreds, and a `Date` of each costs more than all else of a row. */
export const ISO_MOMENTS = reading(isoMoment);

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
    types: parsers,
  });
  const complain = (error: Error): void => options.log.warn({ err: error }, "a database connection was lost");
  pool.on("error", complain);
  pool.on("connect", (client) => client.on("error", complain));
  return pool;
}
