import { z } from "zod";
import { defineJob, type JobOutcome } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { SearchIndex } from "../search-index/index.ts";
import * as repo from "./handovers.repo.ts";

/** Number of search entries per transaction. */
const PAGE = 200;

/** Gives transferred items, comments and folders search entries of their new space. */
export const indexTransferred = defineJob({
  name: "handovers.index-transferred",
  payload: z.object({ from: z.uuid(), to: z.uuid() }),
  attempts: 8,
  timeoutMs: 30 * 60_000,
});

const idsOf = (values: readonly (string | null)[]): string[] => [...new Set(values.filter((id) => id !== null))];

/** Works in pages. Entries that were written no longer match, so an interrupted job continues. */
export async function handleIndexTransferred(
  { db, search }: Pick<Ports, "db"> & { search: Pick<SearchIndex, "indexItems" | "indexFolders" | "reindexComments"> },
  ends: { from: string; to: string },
  signal: AbortSignal,
): Promise<JobOutcome> {
  for (;;) {
    signal.throwIfAborted();
    const stale = await repo.listStaleEntries(db, ends, PAGE);
    if (stale.length === 0) return "done";
    await db.transaction(async (tx) => {
      const folders = await repo.findableFolders(tx, idsOf(stale.map((entry) => entry.folder_id)));
      if (folders.length > 0) await search.indexFolders(tx, folders);
      const items = await repo.findableItems(tx, idsOf(stale.map((entry) => entry.item_id)));
      if (items.length > 0) await search.indexItems(tx, items);
      await search.reindexComments(
        tx,
        items.map(({ id }) => id),
      );
    });
  }
}
