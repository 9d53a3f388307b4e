import { BOARD_PRESENCE_MS, type BoardPresence } from "@stillreel/contract";
import type { Timers } from "./board-client.types.ts";

/** Sends the newest presence at most once in {@link BOARD_PRESENCE_MS}. Equal values are not repeated. */
export function createPresence(timers: Timers, send: (presence: BoardPresence) => void) {
  let now: BoardPresence = { pointer: null, selected: [], view: null };
  let lastSent = "";
  let timer: unknown;
  const flush = (): void => {
    timer = undefined;
    const text = JSON.stringify(now);
    if (text === lastSent) return;
    lastSent = text;
    send(now);
  };
  return {
    set(change: Partial<BoardPresence>): void {
      now = { ...now, ...change };
      timer ??= timers.after(BOARD_PRESENCE_MS, flush);
    },
    /** Sends the presence again, to a server that does not know it. */
    repeat(): void {
      lastSent = "";
      timer ??= timers.after(BOARD_PRESENCE_MS, flush);
    },
    stop(): void {
      timers.cancel(timer);
      timer = undefined;
    },
  };
}
