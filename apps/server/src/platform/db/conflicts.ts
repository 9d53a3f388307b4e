import { setTimeout as sleep } from "node:timers/promises";
import { isConflict } from "./database-errors.ts";

/** Attempts of work that loses against another transaction. */
const ATTEMPTS = 6;
/** Longest pause before the second attempt, in milliseconds. It doubles with each attempt. */
const PAUSE_MS = 20;

/**
 * Repeats work in a separate transaction when that lost against another one (a deadlock or a serialization failure). The
 * pauses have a random length, so that the two do not meet again. The last error is thrown.
 */
export async function repeatConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
    }
    await sleep(Math.random() * PAUSE_MS * 2 ** (attempt - 1));
  }
}
