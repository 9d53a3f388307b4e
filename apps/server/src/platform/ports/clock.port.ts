/** The only source of time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that follows another one, such as the clock of the database, which all processes share. */
export interface FollowingClock extends Clock {
  /** Reads the other clock and continues with its time. A reading that takes longer than two seconds is too inexact and is ignored. */
  follow(read: () => Promise<Date>): Promise<void>;
}

const READING_MAX_MS = 2_000;

/**
 * Creates a clock that begins with the time of the machine. Between two readings it counts on with `elapsed`, the milliseconds of a clock
 * that only counts, so a change of the machine's time does not move it: sessions and links of one process are valid in the others.
 */
export function createFollowingClock(elapsed: () => number = () => performance.now()): FollowingClock {
  let zero = Date.now() - elapsed();
  return {
    now: () => new Date(zero + elapsed()),
    async follow(read) {
      const before = elapsed();
      const time = (await read()).getTime();
      const after = elapsed();
      if (after - before <= READING_MAX_MS) zero = time - (before + after) / 2;
    },
  };
}
