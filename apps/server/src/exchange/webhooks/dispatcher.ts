import type { Ports } from "../../platform/ports/index.ts";
import type { Lane, Loaded } from "./deliveries.repo.ts";
import * as deliveries from "./deliveries.repo.ts";

/** Requests at the same time: to receivers that answer, and to those whose last attempt failed; in all, and to one receiver. */
const ROOM: Record<Lane, { total: number; perWebhook: number }> = {
  working: { total: 64, perWebhook: 4 },
  failing: { total: 32, perWebhook: 1 },
};
/** Interval in milliseconds in which due deliveries are read. */
const POLL_MS = 500;
/** Time in milliseconds after which another process repeats an attempt whose process died. It is longer than an attempt takes. */
const TAKEN_MS = 60_000;

/** Sends due deliveries. */
export interface Dispatcher {
  /** Sends from now on. */
  start(): void;
  /** Ends running requests, which are repeated after the next start. */
  stop(): Promise<void>;
  /** Sends what is due now, and what becomes due until nothing is. For tests. */
  drain(): Promise<void>;
}

/**
 * Creates the dispatcher. It runs beside the job queue, because requests that wait for a slow receiver would occupy the few workers. Each
 * receiver has few requests at a time and those that fail have separate room, so that no receiver delays another one.
 */
export function createDispatcher(
  { db, clock, log }: Pick<Ports, "db" | "clock" | "log">,
  send: (loaded: Loaded, signal: AbortSignal) => Promise<void>,
): Dispatcher {
  const running: Record<Lane, Map<string, number>> = { working: new Map(), failing: new Map() };
  const open = new Set<Promise<void>>();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<number> | undefined;
  let isStarted = false;

  function begin(lane: Lane, loaded: Loaded): void {
    const { id } = loaded.webhook;
    const counts = running[lane];
    counts.set(id, (counts.get(id) ?? 0) + 1);
    const sent = send(loaded, stopping.signal)
      .catch((error: unknown) => log.warn({ err: error }, "a webhook delivery could not be attempted; it is tried again"))
      .finally(() => {
        const left = (counts.get(id) ?? 1) - 1;
        if (left === 0) counts.delete(id);
        else counts.set(id, left);
        open.delete(sent);
        if (isStarted) schedule(0);
      });
    open.add(sent);
  }

  async function fill(lane: Lane): Promise<number> {
    const { total, perWebhook } = ROOM[lane];
    const free = total - [...running[lane].values()].reduce((sum, count) => sum + count, 0);
    if (free <= 0) return 0;
    const now = clock.now();
    // A receiver counts with its requests of both lanes.
    const all = new Map(running.working);
    for (const [id, count] of running.failing) all.set(id, (all.get(id) ?? 0) + count);
    const ids = await deliveries.take(db, { lane, free, perWebhook, running: all }, now, new Date(now.getTime() + TAKEN_MS));
    if (ids.length === 0) return 0;
    for (const loaded of await deliveries.load(db, ids)) begin(lane, loaded);
    return ids.length;
  }

  async function read(): Promise<number> {
    return (await fill("working")) + (await fill("failing"));
  }

  /** Reads once at a time. */
  function tick(): Promise<number> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  function schedule(ms: number): void {
    if (stopping.signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      tick()
        .catch((error: unknown) => log.warn({ err: error }, "webhook deliveries could not be read; it is tried again"))
        .finally(() => schedule(POLL_MS));
    }, ms);
    timer.unref();
  }

  return {
    start() {
      isStarted = true;
      schedule(0);
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await reading?.catch(() => 0);
      await Promise.all(open);
    },
    async drain() {
      while ((await tick()) > 0 || open.size > 0) await Promise.all(open);
    },
  };
}
