import { setTimeout as sleep } from "node:timers/promises";
import type { Live } from "../live/index.ts";
import type { Opened } from "../../library/shares/index.ts";

/** Maximum duration in milliseconds of a long poll. It is shorter than the timeouts of proxies. */
const HOLD_MS = 20_000;
/** Polling interval in milliseconds during a long poll, for events that were missed. */
const POLL_MS = 2_000;
/** Maximum number of long polls per process. Further requests are answered immediately and repeated by the page. */
const HELD_MAX = 2_000;

type Stage = "recording" | "uploading" | "processing" | "ready" | "failed";
/** The stage that a page waits for, and the item. Null when it waits for nothing. */
export interface Awaiting {
  itemId: string;
  stage: Stage;
}

/** Returns the stage that a link's page waits for: recording, upload or processing of its item. */
export function awaitedBy(opened: Opened): Awaiting | null {
  const row = opened.ok ? opened.row : opened.awaits;
  return row === null || row.stage === "failed" ? null : { itemId: row.item_id, stage: row.stage };
}

/** The part of a connection that reports a disconnected client. */
interface Waiter {
  once(event: "close", listener: () => void): unknown;
}

/** Creates the long polls of share pages. A request waits until the page would show another stage. */
export function createWaiting(live: Pick<Live, "subscribeToItem">) {
  const held = new Set<AbortController>();

  /** Reads the link after every change of the item, until the stage differs or the client disconnects. */
  async function ask(open: () => Promise<Opened>, { itemId, stage }: Awaiting, signal: AbortSignal): Promise<Opened> {
    let changed = Promise.withResolvers<void>();
    const stop = await live.subscribeToItem(itemId, () => changed.resolve());
    try {
      for (;;) {
        const opened = await open();
        if (signal.aborted || awaitedBy(opened)?.stage !== stage) return opened;
        await Promise.race([changed.promise, after(POLL_MS, signal)]);
        changed = Promise.withResolvers<void>();
      }
    } finally {
      stop();
    }
  }

  return {
    /** Reads a link until its page waits for another stage than `stage`, or until the timeout. */
    async until(open: () => Promise<Opened>, stage: string, waiter: Waiter): Promise<Opened> {
      const opened = await open();
      const awaiting = awaitedBy(opened);
      if (awaiting?.stage !== stage || held.size >= HELD_MAX) return opened;
      const controller = new AbortController();
      held.add(controller);
      waiter.once("close", () => controller.abort());
      try {
        return await ask(open, awaiting, AbortSignal.any([controller.signal, AbortSignal.timeout(HOLD_MS)]));
      } finally {
        held.delete(controller);
      }
    },
    /** Answers all waiting requests, so that they do not delay a shutdown. */
    close: (): void => held.forEach((controller) => controller.abort()),
  };
}

/** Waits for a time, or until the signal is aborted. */
const after = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {});
