import type { Logger } from "pino";
import type { Queryable } from "../../platform/db/statement.ts";
import {
  type EngineCursor,
  type EngineBounds,
  type EngineSearch,
  type EngineSpace,
  type SearchEngine,
  SearchEngineError,
} from "../../platform/ports/search-engine.port.ts";
import { headingOf, taggedTerms } from "../search-index/index.ts";
import { findChecked, isEngineReady } from "./checked.repo.ts";
import { FOLDERS, TITLES } from "./found.repo.ts";
import { type Hit, type Hits, type Sought, spaceQueries, wantedOf } from "./hits.ts";

/** Number of spaces above which PostgreSQL searches: the cluster limits the clauses of a query (1,024 by default). */
const SPACES_MAX = 100;
/** Number of words that the engine is asked for, the longest first. PostgreSQL checks all. */
const WORDS_MAX = 8;
/** Number of pages that are read when entries of a page may not be read, or do not contain the words any more. */
const PAGES_MAX = 5;
/** Number of newest changes of each space that are searched in PostgreSQL, because the engine may not have them. */
const PENDING = 500;
/** Time in milliseconds in which PostgreSQL searches after a failure of the engine, so that not every search waits for it. */
const PAUSE_MS = 5_000;
/** The same for an engine that is being filled. */
const FILLING_MS = 2_000;

/** A part of a scope with one form of rights. */
interface Part {
  workspaceIds: string[];
  bounds: EngineBounds;
}

/** Returns the parts of a scope: spaces of which the caller may read much, and those with few readable containers. */
function partsOf({ scope: { wide, hidden, small } }: Sought): Part[] {
  const parts: Part[] = [
    {
      workspaceIds: wide,
      bounds: {
        inside: false,
        containerIds: hidden.flatMap(({ folderIds }) => folderIds),
        shownItemIds: hidden.flatMap(({ shownItemIds }) => shownItemIds),
        hiddenItemIds: hidden.flatMap(({ itemIds }) => itemIds),
      },
    },
    {
      workspaceIds: small.map(({ workspaceId }) => workspaceId),
      bounds: {
        inside: true,
        containerIds: small.flatMap(({ readableIds }) => readableIds),
        shownItemIds: small.flatMap(({ shownItemIds }) => shownItemIds),
        hiddenItemIds: small.flatMap(({ hiddenItemIds }) => hiddenItemIds),
      },
    },
  ];
  return parts.filter(({ workspaceIds }) => workspaceIds.length > 0);
}

/** Returns the search for the items or folders of a part. */
function searchOf(sought: Sought, { workspaceIds, bounds }: Part, kind: "item" | "folder", after: EngineCursor | null): EngineSearch {
  const { phrase, type, entries } = wantedOf(sought);
  const terms = sought.terms.toSorted((one, other) => other.word.length - one.word.length).slice(0, WORDS_MAX);
  const spaces = workspaceIds.map((workspaceId): EngineSpace => ({
    workspaceId,
    words: taggedTerms(workspaceId, kind, terms),
    heading: kind === "folder" || phrase === null ? null : headingOf(workspaceId, phrase),
  }));
  const kinds = type === null ? null : kind === "folder" ? [type, "mixed"] : [type];
  return { spaces, bounds, kinds, size: kind === "folder" ? FOLDERS : entries + TITLES, after };
}

/** What the functions of this file use. */
interface Context {
  engine: SearchEngine;
  pool: Queryable;
}

/** Thrown when the engine does not have all entries. */
class Unfilled extends Error {}

const itemsIn = (hits: readonly Hit[]): number => new Set(hits.flatMap((hit) => (hit.kind === "item" ? [hit.id] : []))).size;

/** Searches a part until enough items are found that the caller may read. */
async function findPart({ engine, pool }: Context, sought: Sought, part: Part): Promise<Hit[]> {
  const { type, limit } = sought;
  const spaces = part.workspaceIds.map(spaceQueries(sought.terms));
  const hits: Hit[] = [];
  let after: EngineCursor | null = null;
  for (let number = 0; number < PAGES_MAX; number += 1) {
    const isFirst = number === 0;
    const searches = [searchOf(sought, part, "item", after), ...(isFirst ? [searchOf(sought, part, "folder", null)] : [])];
    const pages = await engine.find(searches);
    const entryIds = pages.flatMap((page) => page.entryIds);
    const proposed = { spaces, bounds: part.bounds, type, entryIds, pending: isFirst ? PENDING : 0 };
    // Asked after the engine has answered: an index that was replaced meanwhile is not ready.
    const [found, isReady] = await Promise.all([findChecked(pool, proposed), isEngineReady(pool, engine.target)]);
    if (!isReady) throw new Unfilled();
    hits.push(...found);
    after = pages[0]?.next ?? null;
    if (after === null || itemsIn(hits) >= limit) break;
  }
  return hits;
}

/** Whether a search is within the limits of the engine. */
const isPossible = ({ idsMax }: SearchEngine, parts: readonly Part[]): boolean =>
  parts.every(
    ({ workspaceIds, bounds: { containerIds, shownItemIds, hiddenItemIds } }) =>
      workspaceIds.length <= SPACES_MAX && Math.max(containerIds.length, shownItemIds.length, hiddenItemIds.length) <= idsMax,
  );

/**
 * Finds hits by a search engine. It proposes entries; PostgreSQL decides which of them contain the words now and may be read by the caller,
 * so that nothing that the engine stores, however old or wrong, shows anything or takes effect later than a right. PostgreSQL
 * searches alone while the engine does not answer, is being filled, or cannot express a search.
 */
export function createEngineHits(engine: SearchEngine, postgres: Hits, { pool, log }: { pool: Queryable; log: Logger }): Hits {
  const context: Context = { engine, pool };
  let pausedUntil = 0;

  function pause(error: unknown): void {
    if (error instanceof Unfilled) {
      pausedUntil = performance.now() + FILLING_MS;
      engine.counts.skipped += 1;
      return;
    }
    if (!(error instanceof SearchEngineError)) throw error;
    pausedUntil = performance.now() + PAUSE_MS;
    engine.counts.failed += 1;
    log.warn({ kind: error.kind, err: error }, "the search engine did not answer; PostgreSQL searches");
  }

  return {
    async find(sought) {
      const parts = partsOf(sought);
      if (performance.now() < pausedUntil || !isPossible(engine, parts)) {
        engine.counts.skipped += 1;
        return postgres.find(sought);
      }
      try {
        const found = await Promise.all(parts.map((part) => findPart(context, sought, part)));
        engine.counts.answered += 1;
        return found.flat();
      } catch (error) {
        pause(error);
        return postgres.find(sought);
      }
    },
  };
}
