import type { Ports } from "../../platform/ports/index.ts";
import type { SearchEngine } from "../../platform/ports/search-engine.port.ts";
import { countChanges, readState } from "./feed.repo.ts";

/** Number of waiting changes from which they are reported. */
const WAITING_MAX = 50_000;

const INSTEAD = "PostgreSQL searches instead.";
const SENTENCES: Record<NonNullable<Awaited<ReturnType<SearchEngine["check"]>>>, string> = {
  unreachable: `The search engine of SEARCH_URL does not answer. ${INSTEAD} Start it, or correct SEARCH_URL.`,
  slow: `The search engine of SEARCH_URL answers too slowly. ${INSTEAD} Check its load.`,
  busy: `The search engine of SEARCH_URL refuses requests because of its load. ${INSTEAD} Check its load.`,
  refused: `The search engine of SEARCH_URL does not accept SEARCH_KEY, or the key has too few rights. ${INSTEAD} Correct SEARCH_KEY.`,
  missing: `The search engine has no index yet. ${INSTEAD} A worker creates it. If this does not change, read the worker's log.`,
  junk: `The program at SEARCH_URL is not OpenSearch. ${INSTEAD} Correct SEARCH_URL.`,
  degraded: `The search engine has lost a part of its index. ${INSTEAD} Repair the engine, or run: npm run admin -- search rebuild`,
};

/** Returns the sentence for a search engine that does not search, or null. */
export async function searchEngineProblem({ db, searchEngine }: Pick<Ports, "db" | "searchEngine">): Promise<string | null> {
  if (!searchEngine) return null;
  const failure = await searchEngine.check();
  if (failure !== null) return SENTENCES[failure];
  const [state, waiting] = await Promise.all([readState(db), countChanges(db, WAITING_MAX)]);
  if (state?.target !== searchEngine.target || !state.ready)
    return `The search engine is being filled. ${INSTEAD} The command npm run admin -- search status shows the progress.`;
  return waiting < WAITING_MAX
    ? null
    : `More than ${WAITING_MAX} changes wait for the search engine, so that new items may not be found. Check that a worker runs, and read its log.`;
}
