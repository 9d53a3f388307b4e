const PAUSE_FIRST_MIN = 1;
const PAUSE_MAX_MIN = 15;

/** Returns the minutes until the next attempt, by the number of consecutive failures. */
export const pauseAfter = (failures: number): number => Math.min(PAUSE_MAX_MIN, PAUSE_FIRST_MIN * 2 ** Math.max(0, failures - 1));
