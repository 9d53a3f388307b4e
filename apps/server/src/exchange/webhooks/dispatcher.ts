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

/** Counts the running requests by lane and webhook. */
class Counts {
  readonly #running: Record<Lane, Map<string, number>> = { working: new Map(), failing: new Map() };

  add(lane: Lane, id: string, by: 1 | -1): void {
    const counts = this.#running[lane];
    const next = (counts.get(id) ?? 0) + by;
    if (next === 0) counts.delete(id);
    else counts.set(id, next);
  }

  /** Returns the number of requests that a lane may begin. */
  free(lane: Lane): number {
    return ROOM[lane].total - [...this.#running[lane].values()].reduce((sum, count) => sum + count, 0);
  }

  /** Returns the requests of each webhook, in both lanes. */
  byWebhook(): Map<string, number> {
    const all = new Map(this.#running.working);
    for (const [id, count] of this.#running.failing) all.set(id, (all.get(id) ?? 0) + count);
    return all;
  }
}

/** Reserves due deliveries for the free requests of a lane. Returns their ids. */
async function takeDue({ db, clock }: Pick<Ports, "db" | "clock">, lane: Lane, running: Counts): Promise<string[]> {
  const free = running.free(lane);
  if (free <= 0) return [];
  const now = clock.now();
  const room = { lane, free, perWebhook: ROOM[lane].perWebhook, running: running.byWebhook() };
  return deliveries.take(db, room, now, new Date(now.getTime() + TAKEN_MS));
}

/**
 * Creates the dispatcher. It runs beside the job queue, because requests that wait for a slow receiver would occupy the few workers. Each
 * receiver has few requests at a time and those that fail have separate room, so that no receiver delays another one.
 */
export function createDispatcher(
  { db, clock, log }: Pick<Ports, "db" | "clock" | "log">,
  send: (loaded: Loaded, signal: AbortSignal) => Promise<void>,
): Dispatcher {
  const running = new Counts();
  const open = new Set<Promise<void>>();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<number> | undefined;
  let isStarted = false;

  function begin(lane: Lane, loaded: Loaded): void {
    const { id } = loaded.webhook;
    running.add(lane, id, 1);
    const sent = send(loaded, stopping.signal)
      .catch((error: unknown) => log.warn({ err: error }, "a webhook delivery could not be attempted; it is tried again"))
      .finally(() => {
        running.add(lane, id, -1);
        open.delete(sent);
        if (isStarted) schedule(0);
      });
    open.add(sent);
  }

  async function fill(lane: Lane): Promise<number> {
    const ids = await takeDue({ db, clock }, lane, running);
    if (ids.length > 0) for (const loaded of await deliveries.load(db, ids)) begin(lane, loaded);
    return ids.length;
  }

  /** Reads once at a time. */
  function tick(): Promise<number> {
    const read = async (): Promise<number> => (await fill("working")) + (await fill("failing"));
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
