import { Readable } from "node:stream";
import type { Clock } from "../../platform/ports/clock.port.ts";

/** While bytes are on their way, the right to them is looked at again after this, in milliseconds. */
export const RECHECK_MS = 5_000;

/** Asked before each piece of what is on its way; nothing to wait for where that was looked at a moment ago. Rejects when it may not go on. */
export type StillMay = () => Promise<unknown> | undefined;

/** Looks again at a right that was there when something began. @param check rejects when it is there no longer, or nobody can tell */
export function recheck(clock: Clock, check: () => Promise<unknown>): StillMay {
  let at = clock.now().getTime();
  return () => {
    const now = clock.now().getTime();
    if (Math.abs(now - at) < RECHECK_MS) return undefined;
    at = now;
    return check();
  };
}

/** The pieces, as long as they may go on. A piece holds only until the next one is asked for, if that is so of its source. */
export async function* piecesWhile(source: AsyncIterable<Uint8Array>, stillMay: StillMay): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of source) {
    const asked = stillMay();
    if (asked) await asked;
    yield piece;
  }
}

/** A stream that breaks off when it may not go on; what it reads from is let go of with it. */
export function streamWhile(source: Readable, stillMay: StillMay): Readable {
  const pieces = Readable.from(piecesWhile(source as AsyncIterable<Uint8Array>, stillMay), { objectMode: false });
  pieces.once("close", () => source.destroy());
  return pieces;
}
