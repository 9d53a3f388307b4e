import type { Ports } from "../../platform/ports/index.ts";
import { listTakenDown } from "./shares.repo.ts";

/** Media addresses are valid for five minutes; the addresses of links that were removed before are expired. */
const RECENT_MS = 10 * 60_000;
/** Maximum age of the known removals in milliseconds. A removal takes effect within 5 s. */
const FRESH_MS = 2_000;

/** The links that administrators removed within the lifetime of media addresses. */
export interface Removals {
  /** Returns whether a link is among them, at most 2 s old. Costs one query per 2 s for all links. */
  has(slug: string): Promise<boolean>;
  /** Discards what is known. Called after a change is committed. */
  forget(): void;
}

/** Creates the knowledge of recent removals, for media addresses, which must not cost a query each. */
export function createRemovals({ db, clock }: Pick<Ports, "db" | "clock">): Removals {
  let slugs: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(now: number): Promise<void> {
    const found = new Set(await listTakenDown(db, new Date(now - RECENT_MS)));
    slugs = found;
    readAt = now;
  }

  return {
    async has(slug) {
      const now = clock.now().getTime();
      if (Math.abs(now - readAt) >= FRESH_MS) {
        reading ??= read(now).finally(() => (reading = undefined));
        await reading;
      }
      return slugs.has(slug);
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY;
      reading = undefined;
    },
  };
}
