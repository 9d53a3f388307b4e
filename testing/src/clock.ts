import type { Clock } from "@stillreel/server/platform/ports/clock.port.ts";

/** Real time with an offset: it continues from the time that it was set to. */
export interface FakeClock extends Clock {
  /** Moves the clock forward by milliseconds (back, when negative). */
  advance(ms: number): void;
  /** Sets the time, which continues from there. */
  set(time: Date): void;
}

export function fakeClock(): FakeClock {
  let shiftMs = 0;
  return {
    now: () => new Date(Date.now() + shiftMs),
    advance: (ms) => {
      shiftMs += ms;
    },
    set: (time) => {
      shiftMs = time.getTime() - Date.now();
    },
  };
}
