import { MEDIA_URL_STEP_S } from "@stillreel/server/media/media/media.token.ts";
import type { Clock } from "@stillreel/server/platform/ports/clock.port.ts";

/** Real time with an offset: it continues from the time that it was set to. */
export interface FakeClock extends Clock {
  /** Moves the clock forward by milliseconds (back, when negative). */
  advance(ms: number): void;
  /** Sets the time, which continues from there. */
  set(time: Date): void;
  /** Moves the clock to the next signing step of media URLs. The URLs of equal files are equal for the length of one step. */
  toNextMediaStep(): void;
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
    toNextMediaStep: () => {
      const stepMs = MEDIA_URL_STEP_S * 1_000;
      shiftMs += stepMs - ((Date.now() + shiftMs) % stepMs);
    },
  };
}
