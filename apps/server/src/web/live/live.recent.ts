import { randomBytes } from "node:crypto";
import type { Envelope } from "../../platform/events/index.ts";

/** Time for which events are remembered, in milliseconds, and their maximum number. */
const REMEMBERED_MS = 60_000;
const REMEMBERED_MAX = 1_000;

/** The event stream at some time, as documents carry it: the process, and milliseconds on its clock. */
const CURSOR = /^([0-9a-f]{16})\.(\d{1,15})$/u;

/**
 * Remembers the events of this process for a short time, so that a page that was loaded a second ago does not read everything again when
 * its stream opens. A cursor names the time from which on the page has read. One that is unknown, of another process, or older than a minute
 * counts as changed.
 * @param now returns milliseconds of a monotonic clock
 */
export function createRecentEvents(now: () => number = () => performance.now()) {
  const process = randomBytes(8).toString("hex");
  // Pages must not reveal since when the server runs.
  const offset = randomBytes(4).readUInt32BE();
  const events: { at: number; envelope: Envelope }[] = [];
  /** Since when no event was missed. */
  let completeSince = Infinity;

  const clock = (): number => Math.floor(now()) + offset;

  function forget(): void {
    const oldest = clock() - REMEMBERED_MS;
    let count = Math.max(0, events.length - REMEMBERED_MAX);
    while ((events[count]?.at ?? Infinity) < oldest) count += 1;
    const [last] = events.splice(0, count).slice(-1);
    if (last) completeSince = Math.max(completeSince, last.at + 1);
  }

  return {
    /** Starts again: no event is missed from now on, but earlier ones may have been. */
    restart(): void {
      events.length = 0;
      completeSince = clock();
    },
    note(envelope: Envelope): void {
      events.push({ at: clock(), envelope });
      forget();
    },
    /** Returns the cursor of a document that is sent now. */
    cursor: (): string => `${process}.${clock()}`,
    /** Returns whether something that concerns a page may have changed since its cursor. */
    hasChanged(cursor: string | undefined, concerns: (envelope: Envelope) => boolean): boolean {
      const [, of, at] = CURSOR.exec(cursor ?? "") ?? [];
      const since = Number(at);
      if (of !== process || since < completeSince || since < clock() - REMEMBERED_MS) return true;
      return events.some((event) => event.at >= since && concerns(event.envelope));
    },
  };
}

export type RecentEvents = ReturnType<typeof createRecentEvents>;
