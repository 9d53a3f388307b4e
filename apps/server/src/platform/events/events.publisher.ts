import { setTimeout as sleep } from "node:timers/promises";
import type { Ports } from "../ports/index.ts";
import { currentOrigin } from "./events.origin.ts";
import { throttleEngagement } from "./events.throttle.ts";
import { CHANNEL, gather, type DomainEvent } from "./events.wire.ts";

/** What happens within this time is told together. */
const GATHER_MS = 50;
/** Pauses before what could not be told is told again; after the last one it is dropped. */
const RETRY_MS = [500, 2_000, 5_000];

/**
 * Tells all processes what happened, with one statement for everything within a moment. Outside of the transaction that
 * caused it: a NOTIFY inside would make all commits wait for one another.
 */
export function createPublisher({ pool, log }: Pick<Ports, "pool" | "log">) {
  const gathering = gather();
  let timer: NodeJS.Timeout | undefined;

  async function tell(payloads: string[]): Promise<void> {
    for (const pause of [...RETRY_MS, null]) {
      try {
        await pool.query({
          name: "events-tell",
          text: "select pg_notify($1, told) from unnest($2::text[]) told",
          values: [CHANNEL, payloads],
        });
        return;
      } catch (error) {
        if (pause === null || pool.ending) return log.warn({ err: error }, "live events were not told");
        await sleep(pause, undefined, { ref: false });
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const payloads = gathering.take();
    return payloads.length > 0 ? tell(payloads) : Promise.resolve();
  }

  const add = throttleEngagement((event, origin) => {
    gathering.add(event, origin);
    timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
  });

  return {
    publish: (event: DomainEvent): void => add(event, currentOrigin()),
    /** Tells at once what was gathered. */
    flush,
  };
}
