import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import type { DatabasePool } from "./pool.ts";

/** Interval of checks, and time without an answer after which the database counts as frozen, in milliseconds. */
export const WATCH = { everyMs: 2_000, answerMs: 4_000 };
/** Additional time for an answer that arrived while this process did not run, in milliseconds. */
const GRACE_MS = 500;

/** Checks of the database. */
export interface DatabaseWatch {
  stop(): Promise<void>;
}

/**
 * Checks regularly that the database answers, on a separate connection. While it does not, the pool ends the statements
 * in flight and refuses new ones, so that requests are answered with 503 in a few seconds. A slow statement is no reason.
 * A refused connection is none either, because its statements fail immediately.
 */
export function watchDatabase(pool: DatabasePool, log: Logger, { everyMs, answerMs } = WATCH): DatabaseWatch {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal, ref: false });

  function setFrozen(isFrozen: boolean): void {
    if (pool.isFrozen === isFrozen) return;
    pool.isFrozen = isFrozen;
    if (isFrozen) log.error("the database does not answer; requests are refused until it does");
    else log.info("the database answers again");
  }

  /** Connects and checks until the connection is lost or an answer is missing. */
  async function check(): Promise<void> {
    const client = new pg.Client({ ...pool.options, connectionTimeoutMillis: answerMs, application_name: "stillreel watch" });
    client.on("error", () => {});
    try {
      await client.connect();
      for (;;) {
        const answer = client.query("select 1").then(() => true);
        if (!(await Promise.race([answer, late()]))) {
          answer.catch(() => {});
          return setFrozen(true);
        }
        setFrozen(false);
        await pause(everyMs);
      }
    } finally {
      void client.end().catch(() => {});
    }
  }

  async function late(): Promise<false> {
    await pause(answerMs);
    await pause(GRACE_MS);
    return false;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await check().catch(() => {});
      await pause(everyMs / 2).catch(() => {});
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      // A connection that is being opened to a frozen database ends by its own time limit.
      await Promise.race([running, sleep(GRACE_MS, undefined, { ref: false })]);
    },
  };
}
