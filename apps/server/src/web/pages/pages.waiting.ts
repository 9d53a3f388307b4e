import { setTimeout as sleep } from "node:timers/promises";
import type { Live } from "../live/index.ts";
import type { Opened } from "../../library/shares/index.ts";

/** How long a page that waits is kept waiting for its answer; shorter than what proxies bear. */
const HOLD_MS = 20_000;
/** Looks in between, for what was told while nobody could hear it. */
const LOOK_MS = 2_000;
/** Pages that wait for an answer on one process. Who comes later is answered at once, and asks again. */
const HELD_MAX = 2_000;

type Stage = "recording" | "uploading" | "processing" | "ready" | "failed";
/** What a page waits for, and of which item; null where it waits for nothing. */
export interface Awaiting {
  itemId: string;
  stage: Stage;
}

/** What the page of a link waits for: its item is still recorded, still uploaded, or still made ready to be seen. */
export function awaitedBy(opened: Opened): Awaiting | null {
  const row = opened.ok ? opened.row : opened.awaits;
  return row === null || row.stage === "failed" ? null : { itemId: row.item_id, stage: row.stage };
}

/** A connection, as far as it tells that nobody waits for its answer any more. */
interface Waiter {
  once(event: "close", listener: () => void): unknown;
}

/** Lets the pages of links that lead to nothing yet wait for their answer until there is another one than they know. */
export function createWaiting(live: Pick<Live, "subscribeToItem">) {
  const held = new Set<AbortController>();

  /** Asks again and again, with every change of the item, until it is something else or nobody waits for it any more. */
  async function ask(look: () => Promise<Opened>, { itemId, stage }: Awaiting, signal: AbortSignal): Promise<Opened> {
    let heard = Promise.withResolvers<void>();
    const stop = await live.subscribeToItem(itemId, () => heard.resolve());
    try {
      for (;;) {
        const opened = await look();
        if (signal.aborted || awaitedBy(opened)?.stage !== stage) return opened;
        await Promise.race([heard.promise, after(LOOK_MS, signal)]);
        heard = Promise.withResolvers<void>();
      }
    } finally {
      stop();
    }
  }

  return {
    /** Looks at a link until its page would wait for something else than for `stage`, or until it is time to say that it does not. */
    async until(look: () => Promise<Opened>, stage: string, waiter: Waiter): Promise<Opened> {
      const opened = await look();
      const awaiting = awaitedBy(opened);
      if (awaiting?.stage !== stage || held.size >= HELD_MAX) return opened;
      const controller = new AbortController();
      held.add(controller);
      waiter.once("close", () => controller.abort());
      try {
        return await ask(look, awaiting, AbortSignal.any([controller.signal, AbortSignal.timeout(HOLD_MS)]));
      } finally {
        held.delete(controller);
      }
    },
    /** Answers all who wait: a stop does not wait for them. */
    close: (): void => held.forEach((controller) => controller.abort()),
  };
}

/** A pause that ends early with its signal. */
const after = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {});
