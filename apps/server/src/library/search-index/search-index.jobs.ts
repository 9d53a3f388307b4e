import { z } from "zod";
import type { Ports } from "../../platform/ports/index.ts";
import { defineJob, handles, type RegisteredJob } from "../../platform/ports/jobs.port.ts";
import type { Entries } from "./entries.service.ts";
import { FIRST_ID, retireEngine } from "./feed.repo.ts";
import { forgetWords, learnFromEntries } from "./vocabulary.repo.ts";

/**
 * Writes missing entries of items, comments and folders (those older than the index, and those lost by an error), and the containers of entries
 * that lack theirs.
 */
export const indexMissing = defineJob({ name: "search.index-missing", payload: z.object({}), attempts: 5, timeoutMs: 3_600_000 });
/** Synchronises the vocabulary with the entries: adds missing words and deletes unused ones. */
export const reviewWords = defineJob({ name: "search.review-words", payload: z.object({}), attempts: 3, timeoutMs: 3_600_000 });

/** Ends noting changes for a search engine that is not configured any more. */
export const retireSearchEngine = defineJob({ name: "search.retire-engine", payload: z.object({}), attempts: 3, timeoutMs: 600_000 });

const RETIRE_AT = "31 3 * * *";
/** Time in milliseconds after which an engine that no process has reached counts as removed. Another process may use it. */
const RETIRED_MS = 86_400_000;
const INDEX_AT = "41 3 * * *";
const REVIEW_AT = "51 3 * * *";
const PAGE = 2_000;
/** Minimum age in milliseconds of deleted words. Newer ones may belong to a change in progress. */
const SETTLED_MS = 3_600_000;

/** Creates the search module's jobs. Their pages are small and independent. */
export function searchJobs({ db, clock, searchEngine }: Pick<Ports, "db" | "clock" | "searchEngine">, entries: Entries): RegisteredJob[] {
  return [
    handles(
      indexMissing,
      async (_payload, signal) => {
        for (const kind of ["folders", "items", "comments"] as const) {
          let after: string | null = FIRST_ID;
          while (after !== null) {
            signal.throwIfAborted();
            const from: string = after;
            after = await db.transaction((tx) => entries.fillGaps(tx, kind, from));
          }
        }
        let placed: string | null = FIRST_ID;
        while (placed !== null) {
          signal.throwIfAborted();
          placed = await entries.fillContainers(db, placed);
        }
        return "done";
      },
      INDEX_AT,
    ),
    handles(
      reviewWords,
      async (_payload, signal) => {
        let entry: string | null = FIRST_ID;
        while (entry !== null) {
          signal.throwIfAborted();
          entry = await learnFromEntries(db, entry, PAGE);
        }
        const before = new Date(clock.now().getTime() - SETTLED_MS);
        let word: { workspaceId: string; word: string } | null = { workspaceId: FIRST_ID, word: "" };
        while (word !== null) {
          signal.throwIfAborted();
          word = await forgetWords(db, word, before, PAGE);
        }
        return "done";
      },
      REVIEW_AT,
    ),
    handles(
      retireSearchEngine,
      async () => {
        if (searchEngine) return { skipped: "an engine is configured" };
        const before = new Date(clock.now().getTime() - RETIRED_MS);
        return (await db.transaction((tx) => retireEngine(tx, before))) ? "done" : { skipped: "there is none" };
      },
      RETIRE_AT,
    ),
  ];
}
