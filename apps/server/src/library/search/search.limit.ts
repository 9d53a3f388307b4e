import { AppError } from "../../platform/http/app-error.ts";
import type { Clock } from "../../platform/ports/clock.port.ts";

/** Maximum searches per user and minute. */
const MAX = 600;
const WINDOW_MS = 60_000;

/**
 * Creates the rate limit of searches. It is counted per process, because a search is sent with every keystroke and
 * should not write to the database. With n processes the limit is n times as high.
 */
export function createSearchLimit({ clock, factor }: { clock: Clock; factor: number }) {
  const max = Math.max(1, Math.floor(MAX * factor));
  const counts = new Map<string, number>();
  let resetsAt = 0;
  return {
    /** Counts a search. @throws AppError `too-many-requests` */
    take(userId: string): void {
      const now = clock.now().getTime();
      if (now >= resetsAt) {
        counts.clear();
        resetsAt = now + WINDOW_MS;
      }
      const count = (counts.get(userId) ?? 0) + 1;
      counts.set(userId, count);
      if (count > max) throw new AppError("too-many-requests", { retryAfterS: Math.ceil((resetsAt - now) / 1000) });
    },
  };
}
