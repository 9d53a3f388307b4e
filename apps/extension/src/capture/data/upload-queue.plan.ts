const PAUSE_FIRST_MIN = 1;
const PAUSE_MAX_MIN = 15;

/** Minutes until the next try, by how many went wrong in a row. */
export const pauseAfter = (failures: number): number => Math.min(PAUSE_MAX_MIN, PAUSE_FIRST_MIN * 2 ** Math.max(0, failures - 1));
