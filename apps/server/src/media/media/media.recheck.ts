import { Readable } from "node:stream";
import type { Clock } from "../../platform/ports/clock.port.ts";

/** Interval of permission checks during a transfer, in milliseconds. */
export const RECHECK_MS = 5_000;

/** Check before each chunk of a transfer. Returns undefined if the last check is recent. Rejects when access was lost. */
export type StillMay = () => Promise<unknown> | undefined;

/** Creates a periodic check of a permission. @param check rejects when access was lost or cannot be determined */
export function recheck(clock: Clock, check: () => Promise<unknown>): StillMay {
  let at = clock.now().getTime();
  return () => {
    const now = clock.now().getTime();
    if (Math.abs(now - at) < RECHECK_MS) return undefined;
    at = now;
    return check();
  };
}

/**
 * Yields chunks while access is permitted. If the source reuses its buffer, a chunk is valid only until the next
 * request.
 */
export async function* piecesWhile(source: AsyncIterable<Uint8Array>, stillMay: StillMay): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of source) {
    const asked = stillMay();
    if (asked) await asked;
    yield piece;
  }
}

/** Returns a stream that fails when access is lost. This also destroys its source. */
export function streamWhile(source: Readable, stillMay: StillMay): Readable {
  const pieces = Readable.from(piecesWhile(source as AsyncIterable<Uint8Array>, stillMay), { objectMode: false });
  pieces.once("close", () => source.destroy());
  return pieces;
}
