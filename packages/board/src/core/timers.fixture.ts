import type { Timers } from "./board-client.types.ts";

/** Timers that run when a test says so. */
export function manualTimers(): Timers & { advance: (ms: number) => Promise<void> } {
  let now = 0;
  let waiting: { at: number; run: () => void }[] = [];
  return {
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      waiting.push(timer);
      return timer;
    },
    cancel: (timer) => void (waiting = waiting.filter((one) => one !== timer)),
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = waiting.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        now = next.at;
        waiting = waiting.filter((one) => one !== next);
        next.run();
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      }
      now = end;
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    },
  };
}
