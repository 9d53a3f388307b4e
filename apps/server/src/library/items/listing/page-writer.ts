import type { DatabasePool } from "../../../platform/db/pool.ts";
import type { Actor } from "../../../platform/http/actor.ts";
import type { Ports } from "../../../platform/ports/index.ts";
import type { Media } from "../../../media/media/index.ts";
import * as lists from "../queries/lists.repo.ts";
import type { Reading } from "../reading.service.ts";
import { createWrittenItems, type SightOf, writeItem, type WrittenRow } from "./written-items.ts";

/** A page to write. */
export interface PageToWrite {
  query: lists.ListQuery;
  limit: number;
  sightOf: SightOf;
}

/**
 * Calls `clear` when a connection fails, and when the last one ends. After a failover, or a restart that lost the last transactions, the
 * database uses their numbers again; both end all open connections.
 */
function clearAfterLosses(pool: DatabasePool, clear: () => void): void {
  for (const one of pool.all) {
    one.on("error", clear);
    one.on("release", (error) => {
      if (error) clear();
    });
    one.on("remove", () => {
      if (one.totalCount === 0) clear();
    });
  }
}

/** Creates the function that reads a page of a list with its items as JSON. It has one row more than the limit when there is a next page. */
export function createPageWriter(ports: Ports, media: Pick<Media, "tokens">, present: Reading["present"]) {
  const { pool, clock } = ports;
  const known = createWrittenItems();
  // Behind a pooler the server cannot know that another database answers, whose transactions may have the same numbers.
  const isReusable = !pool.isPooled;
  clearAfterLosses(pool, known.clear);

  return async (actor: Actor, { query, limit, sightOf }: PageToWrite): Promise<WrittenRow[]> => {
    const callerId = actor.kind === "user" ? actor.id : actor.kind;
    const { view, sort, containerId, type, after } = query;
    const page = JSON.stringify([callerId, view, sort, containerId, type, after, limit]);
    const epoch = known.under(
      `${media.tokens.expiryAt(clock.now().getTime() / 1000)} ${ports.settings.current().trashDays} ${ports.publicUrl()}`,
    );
    if (known.has(page)) {
      const found = known.find(callerId, await lists.stampsOfPage(pool.reads, query, limit), sightOf);
      if (found) return found;
    }
    const rows = await lists.listPage(pool.reads, query, limit);
    const items = present(actor, rows, sightOf).map((item, index) => {
      const listed = rows[index] as lists.ListedRow;
      return { listed, sight: sightOf(listed), text: writeItem(item) };
    });
    if (isReusable) known.store(page, callerId, epoch, items);
    return items.map(({ listed: { id, title, created_at, trashed_at }, text }) => ({ id, title, created_at, trashed_at, text }));
  };
}
