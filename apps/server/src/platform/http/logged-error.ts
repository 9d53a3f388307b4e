import { loggableDatabaseError } from "../db/database-errors.ts";

/** An error as it is logged: what happened and where, without private data. */
export interface LoggedError {
  type: string;
  message: string;
  /** The calls that led to the error, without its message. */
  stack?: string;
  cause?: LoggedError;
  /** Codes and names of the operating system or the database. */
  [fact: string]: unknown;
}

/** Properties of errors that contain codes and names only. All others are omitted. */
const FACTS = ["code", "errno", "syscall", "statusCode", "responseCode"] as const;
/** A word that can be a mail address. The "@" is found separately: a pattern with it would need quadratic time for a long word. */
const WORD = /[^\s<>"'(),:;]+/gu;
const CAUSES_MAX = 8;

/** Replaces mail addresses in a text. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(WORD, (word) => {
    const at = word.indexOf("@", 1);
    return at > 0 && at < word.length - 1 ? "[address]" : word;
  });

/** Returns the calls of a stack, or none when they cannot be separated from the message. */
function callsOf(stack: string | undefined, message: string): { stack?: string } {
  const start = stack?.indexOf(message) ?? -1;
  const calls = start < 0 ? "" : (stack ?? "").slice(start + message.length).trim();
  return calls.startsWith("at ") ? { stack: calls } : {};
}

/**
 * Returns what may be logged of an error and its causes. Parameters of statements, texts, addresses and unknown properties
 * are omitted.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: typeof error === "string" ? withoutAddresses(error) : "not an error" };
  const fromDatabase = loggableDatabaseError(error);
  const given = error as Error & Record<string, unknown>;
  const facts = FACTS.filter((name) => typeof given[name] === "string" || typeof given[name] === "number").map((name) => [
    name,
    given[name],
  ]);
  const hasCause = error.cause !== undefined && depth < CAUSES_MAX;
  return {
    type: error.constructor.name,
    message: fromDatabase?.message ?? withoutAddresses(error.message),
    ...(fromDatabase ? fromDatabase.facts : Object.fromEntries(facts)),
    ...callsOf(error.stack, error.message),
    ...(hasCause ? { cause: loggedError(error.cause, depth + 1) } : {}),
  };
}

/** Returns one line that says what failed and why, without private data: the messages of an error and of its causes. */
export function describeError(error: unknown): string {
  const lines: string[] = [];
  for (let at: LoggedError | undefined = loggedError(error); at; at = at.cause) if (at.message) lines.push(at.message);
  return lines.join(": ");
}
