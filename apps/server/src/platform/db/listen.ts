import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";

/** Pauses between tries to reach the database again; the last one repeats. */
const RETRY_MS = [100, 500, 1_000, 2_000];
/** A connection that does not answer within this is dead, whatever the network says. */
const ANSWER_MS = 5_000;

/** A connection of its own that hears what is told on one channel. */
export interface Listener {
  /** Resolves once every notification from now on will be heard. Rejects when the database is away; tries go on behind. */
  start(): Promise<void>;
  /** Asks the connection for a sign of life; one that gives none is replaced. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

/** What a listener tells. */
export interface ListenerEvents {
  onMessage(payload: string): void;
  /** Listening again after a gap in which notifications may have been missed. */
  onGap(): void;
}

/** Listens on a connection beside the pool, so that it costs none of the pool's and is never handed to a query. */
export function createListener(pool: pg.Pool, channel: string, log: Logger, events: ListenerEvents): Listener {
  let client: pg.Client | undefined;
  let opening: Promise<void> | undefined;
  let isStopped = false;
  let hasListened = false;

  async function open(): Promise<void> {
    const made = new pg.Client({ ...pool.options, query_timeout: ANSWER_MS, keepAlive: true, application_name: `stillreel ${channel}` });
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

  /** One attempt at a time, whoever asks for it. */
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
