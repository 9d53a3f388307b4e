import { setTimeout as sleep } from "node:timers/promises";
import type { Ports } from "../ports/index.ts";
import { currentOrigin } from "./events.origin.ts";
import { throttleEvents } from "./events.throttle.ts";
import { CHANNEL, gather, type DomainEvent } from "./events.wire.ts";

/** Interval in milliseconds in which events are collected into one notification. */
export const GATHER_MS = 50;
/** Retry delays for failed notifications in milliseconds. After the last one they are dropped. */
const RETRY_MS = [500, 2_000, 5_000];

/**
 * Notifies all processes about events, with one statement for all events of a short interval. It runs outside the
 * transaction that caused them, because a NOTIFY inside serializes all commits.
 */
export function createPublisher({ pool, log }: Pick<Ports, "pool" | "log">) {
  const gathering = gather();
  let timer: NodeJS.Timeout | undefined;

  async function notify(payloads: string[]): Promise<void> {
    for (const pause of [...RETRY_MS, null]) {
      try {
        await pool.query({
          name: "events-tell",
          text: "select pg_notify($1, told) from unnest($2::text[]) told",
          values: [CHANNEL, payloads],
        });
        return;
      } catch (error) {
        if (pause === null || pool.ending) return log.warn({ err: error }, "live events were not published");
        await sleep(pause, undefined, { ref: false });
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const payloads = gathering.take();
    return payloads.length > 0 ? notify(payloads) : Promise.resolve();
  }

  const add = throttleEvents((event, origin) => {
    gathering.add(event, origin);
    timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
  });

  return {
    publish: (event: DomainEvent): void => add(event, currentOrigin()),
    /** Publishes the collected events immediately. */
    flush,
  };
}
