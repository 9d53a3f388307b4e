/*
 * Limits of the pointer track of a recording, which the recorder needs without the schemas.
 */

/** Maximum numbers of positions and of presses. A recorder thins out more positions before it sends them. */
export const POINTER_MOVES_MAX = 50_000;
export const POINTER_CLICKS_MAX = 5_000;
/** Maximum size of the request. A position has at most 27 characters. */
export const POINTER_BYTES_MAX = 2_000_000;
