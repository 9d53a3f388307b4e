import type { Ports } from "../ports/index.ts";
import { CHANNEL, pack } from "./events.wire.ts";

/** Interval in milliseconds in which messages are collected into one notification. */
const GATHER_MS = 15;

/**
 * Sends messages between the servers. They are for what changes many times per second, so they wait less than events and are not repeated
 * when the database is unavailable.
 */
export function createRelay({ pool, log }: Pick<Ports, "pool" | "log">) {
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isSending = false;

  async function send(): Promise<void> {
    timer = undefined;
    if (isSending || pool.ending) return;
    isSending = true;
    const texts = waiting;
    waiting = [];
    try {
      await pool.query({
        name: "events-relay",
        text: "select pg_notify($1, told) from unnest($2::text[]) told",
        values: [CHANNEL, pack(texts)],
      });
    } catch (error) {
      if (!pool.ending) log.warn({ err: error }, "messages to other servers were not sent");
    } finally {
      isSending = false;
      if (waiting.length > 0) begin();
    }
  }

  function begin(): void {
    timer ??= setTimeout(() => void send(), GATHER_MS).unref();
  }

  return {
    relay(topic: string, body: unknown): void {
      waiting.push(JSON.stringify({ topic, body }));
      begin();
    },
  };
}
