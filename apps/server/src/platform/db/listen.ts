import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import type { DatabasePool } from "./pool.ts";

/** Delays between attempts to reconnect to the database, in milliseconds. The last one repeats. */
const RETRY_MS = [100, 500, 1_000];
/** Timeout in milliseconds after which a connection that does not answer counts as dead. */
const ANSWER_MS = 5_000;

/** A dedicated database connection that receives the notifications of one channel. */
export interface Listener {
  /**
   * Resolves once every later notification will be received. Rejects when the database is unavailable.
   * Attempts continue in the background after a rejection.
   */
  start(): Promise<void>;
  /** Checks that the connection responds, and replaces it when it does not. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

/** Callbacks of a listener. */
export interface ListenerEvents {
  onMessage(payload: string): void;
  /** Called when the listener is connected again after a gap in which notifications may have been lost. */
  onGap(): void;
}

/** Listens on a connection outside the pool, so that it uses no pool connection and never runs other queries. */
export function createListener({ direct }: DatabasePool, channel: string, log: Logger, events: ListenerEvents): Listener {
  let client: pg.Client | undefined;
  let opening: Promise<void> | undefined;
  let isStopped = false;
  let hasListened = false;

  async function open(): Promise<void> {
    const made = new pg.Client({ ...direct.options, query_timeout: ANSWER_MS, application_name: `stillreel ${channel}` });
    made.on("notification", ({ payload }) => events.onMessage(payload ?? ""));
    made.on("error", (error) => lose(made, error));
    made.on("end", () => lose(made));
    try {
      await made.connect();
      await made.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void made.end().catch(() => {});
      throw error;
    }
    if (isStopped) return void made.end().catch(() => {});
    client = made;
    if (hasListened) events.onGap();
    hasListened = true;
  }

  function lose(lost: pg.Client, error?: Error): void {
    if (client !== lost) return;
    client = undefined;
    if (isStopped) return;
    log.warn({ err: error, channel }, "the listening connection was lost");
    void lost.end().catch(() => {});
    void reopen();
  }

  async function reopen(): Promise<void> {
    for (let attempt = 0; !isStopped && !client; attempt += 1) {
      await sleep(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)], undefined, { ref: false });
      if (!isStopped) await connect().catch((error: unknown) => log.debug({ err: error, channel }, "still not listening"));
    }
  }

  /** Connects. Concurrent callers share one attempt. */
  function connect(): Promise<void> {
    if (client) return Promise.resolve();
    opening ??= open().finally(() => {
      opening = undefined;
    });
    return opening;
  }

  return {
    start: connect,
    async check() {
      const asked = client;
      if (!asked) return;
      await asked.query("select 1").catch((error: Error) => lose(asked, error));
    },
    async stop() {
      isStopped = true;
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}
