import type { Clock } from "@stillreel/server/platform/ports/clock.port.ts";

/** Real time that can be moved: it runs on from wherever it was set to. */
export interface FakeClock extends Clock {
  /** Jumps ahead by so many milliseconds (back, when negative). */
  advance(ms: number): void;
  /** Stands at this moment, from now on running. */
  set(moment: Date): void;
}

export function fakeClock(): FakeClock {
  let shiftMs = 0;
  return {
    now: () => new Date(Date.now() + shiftMs),
    advance: (ms) => {
      shiftMs += ms;
    },
    set: (moment) => {
      shiftMs = moment.getTime() - Date.now();
    },
  };
}
