import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";

/** The database cannot run a statement now, and another attempt makes sense. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  /** Seconds after which another attempt makes sense. */
  readonly retryAfterS: number;

  constructor(message: string, retryAfterS = 2) {
    super(message);
    this.retryAfterS = retryAfterS;
  }
}

/** A statement was not run, because its client closed the connection while it waited. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** The database of a setting cannot be used. The message is one line that names the setting and the remedy. */
export class UnusableDatabase extends Error {}

/** The parts of an error that are read here. */
export interface ErrorLink {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
  cause?: unknown;
}

/** Iterates over an error and its `cause` chain, to recognise a driver's error inside a wrapper. */
export function* causesOf(error: unknown): Generator<ErrorLink> {
  for (let at = error, depth = 0; typeof at === "object" && at !== null && depth < 8; at = (at as ErrorLink).cause, depth += 1) yield at;
}

/** PostgreSQL's codes for a transaction that lost against another one and succeeds when it is repeated. */
const CONFLICTS = new Set(["40001", "40P01"]);

/** Returns whether a transaction failed only because of another one: a deadlock or a serialization failure. */
export const isConflict = (error: unknown): boolean => [...causesOf(error)].some(({ code }) => CONFLICTS.has(code as string));

/** Returns PostgreSQL's message when the user of the connection lacks a right for a statement. It names the object only. */
export function missingRight(error: unknown): string | undefined {
  const refusal = [...causesOf(error)].find(({ code }) => code === "42501");
  return refusal && String(refusal.message);
}

/**
 * Codes of a database that is away, starts, stops or has no connection left, and of a statement that was cancelled at
 * its time limit.
 */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08...|25006|53300|55P03|57014|57P0[1-5])$/u;
/** Messages of the driver, which have no code. */
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|connect E|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after)/u;
/** Calls of the operating system that connect to a database. `ENOENT` is an error of its socket only in these. */
const isMissingSocket = ({ code, syscall }: ErrorLink & { syscall?: unknown }): boolean => code === "ENOENT" && syscall === "connect";

/** Returns whether an error, or one of its causes, means that the database is unavailable. */
export const isUnavailable = (error: unknown): boolean =>
  [...causesOf(error)].some(
    (link) =>
      link instanceof DatabaseUnavailable ||
      (typeof link.code === "string" && AWAY.test(link.code)) ||
      isMissingSocket(link) ||
      (typeof link.message === "string" && AWAY_MESSAGE.test(link.message)),
  );

/** Errors after which another attempt takes as long again: a statement at its time limit, and a connection that was awaited. */
const SLOW = /^(57014$|timeout exceeded|Query read timeout)/u;

/** Returns whether the connection was lost or refused, so that a statement that only reads may succeed on another one. */
export const isConnectionLost = (error: unknown): boolean =>
  isUnavailable(error) &&
  ![...causesOf(error)].some(
    (link) => link instanceof DatabaseUnavailable || [link.code, link.message].some((text) => typeof text === "string" && SLOW.test(text)),
  );

/** Classes and codes of PostgreSQL whose messages name objects of the database, and never a value of a statement. */
const PLAIN_MESSAGE = /^(08|23|25|28|3D|40|53|55|57|58|F0|XX|42501$|42P01$|42P0[2-7]$|42703$|42883$)/u;

/**
 * Returns what may be logged of an error of the database, or null for any other error. The messages of the query builder
 * contain all parameters, and PostgreSQL's messages, details and contexts can quote values.
 */
export function loggableDatabaseError(error: unknown): { message: string; facts: Record<string, string> } | null {
  if (error instanceof DrizzleQueryError) return { message: `Failed query: ${error.query}`, facts: {} };
  if (!(error instanceof pg.DatabaseError)) return null;
  const { code = "", message, severity, schema, table, column, constraint, routine } = error;
  const facts = Object.entries({ code, severity, schema, table, column, constraint, routine });
  return {
    message: PLAIN_MESSAGE.test(code) ? message : `PostgreSQL refused a statement (code ${code}).`,
    facts: Object.fromEntries(facts.filter((fact): fact is [string, string] => typeof fact[1] === "string")),
  };
}
