import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { isUnavailable } from "./database-errors.ts";

/** Time for which a database that is away is awaited at start, in milliseconds: containers of one group start together. */
const WAIT_MS = 30_000;
/** Pause between two attempts, in milliseconds. */
const PAUSE_MS = 500;

/** Returns where a connection string points, without user and password. */
function hostOf(connectionString: string): string {
  const { host, searchParams } = new URL(connectionString);
  return searchParams.get("host") ?? host;
}

/**
 * Waits until the external database answers.
 * @param waitMs time limit in milliseconds
 * @throws Error that names the setting and the reason, when the database is away for longer or refuses the connection
 */
export async function waitForDatabase(
  pool: Pick<Pool, "query">,
  connectionString: string,
  log: { warn(fields: object, text: string): void },
  waitMs: number = WAIT_MS,
): Promise<void> {
  const startedAt = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      await pool.query("select 1");
      return;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      // An AggregateError of several addresses has no message.
      const reason = message || code || "no answer";
      if (!isUnavailable(error)) throw new Error(`DATABASE_URL: the database refuses the connection (${reason}).`);
      if (performance.now() - startedAt + PAUSE_MS > waitMs)
        throw new Error(`DATABASE_URL: no database answers at ${hostOf(connectionString)} (${reason}). Start it, or correct DATABASE_URL.`);
      if (attempt === 0) log.warn({ reason, waitMs }, "waiting for the database of DATABASE_URL");
      await sleep(PAUSE_MS);
    }
  }
}
