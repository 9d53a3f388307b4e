import type { Ports } from "../../../platform/ports/index.ts";
import * as repo from "../queries/retention.repo.ts";

/** Interval in which an item is marked as opened again, and the number of items that a process remembers. */
const AGAIN_MS = 24 * 3_600_000;
const REMEMBERED_MAX = 10_000;

/** Creates the record of opened items. Items of the last requests are remembered, since a player reports every few seconds. */
export function createOpenings({ db, clock }: Pick<Ports, "db" | "clock">) {
  const marked = new Map<string, number>();
  return {
    /** Records that an item was opened, at most once a day. */
    async markOpened(itemId: string): Promise<void> {
      const now = clock.now();
      if (now.getTime() - (marked.get(itemId) ?? 0) < AGAIN_MS) return;
      if (marked.size >= REMEMBERED_MAX) marked.clear();
      marked.set(itemId, now.getTime());
      await repo.markOpened(db, itemId, now);
    },
  };
}
