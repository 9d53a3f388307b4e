import type { search, ServerArgs, ServerResult } from "@stillreel/contract";
import type { Queryable } from "../../platform/db/statement.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Folders } from "../folders/index.ts";
import type { Items } from "../items/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Memberships, WorkspaceFacts } from "../../access/memberships/index.ts";
import { avatarUrl } from "../../people/auth/index.ts";
import { createEngineHits } from "./engine.hits.ts";
import type { Hits, Sought } from "./hits.ts";
import { findPeople } from "./people.repo.ts";
import { excerptOf, rankFolders, rankItems, type Ranked, secondOf } from "./search.rank.ts";
import { findPassages } from "./passages.repo.ts";
import { createPostgresHits } from "./postgres.hits.ts";
import { type Scope, scopeOf, spacesOf } from "./search.scope.ts";
import { type Correction, normalise, plainQueryOf, type SearchIndex, type Term, termsOf } from "../search-index/index.ts";

type Query = ServerArgs<typeof search>["query"];
type Result = ServerResult<typeof search>;

/** The modules that search uses. */
export interface SearchDeps {
  index: Pick<SearchIndex, "vocabulary">;
  items: Pick<Items, "presentByIds">;
  folders: Pick<Folders, "presentMany">;
  memberships: Pick<Memberships, "resolve" | "listTeams">;
  rights: Pick<Rights, "of">;
}

/** Maximum number of people in a result. */
const PEOPLE_MAX = 5;
interface Found {
  items: Ranked[];
  folderIds: string[];
}

const isNothing = ({ items, folderIds }: Found): boolean => items.length + folderIds.length === 0;

/** The ports and services that the functions of this file use. */
interface Context {
  /** The pool for searches. */
  pool: Queryable;
  hits: Hits;
  deps: SearchDeps;
}

/** Adds text and second to the results that were found by what is spoken. Those whose text is not shown are removed. */
async function withSpeech({ pool }: Pick<Context, "pool">, ranked: Ranked[], terms: readonly Term[]): Promise<Ranked[]> {
  const itemIds = ranked.filter(({ match }) => match.kind === "speech").map(({ itemId }) => itemId);
  const passages = await findPassages(pool, { itemIds, all: plainQueryOf(terms, false), some: plainQueryOf(terms, true) });
  const found = new Map(passages.map((passage) => [passage.itemId, passage]));
  return ranked.flatMap((one): Ranked[] => {
    if (one.match.kind !== "speech") return [one];
    const passage = found.get(one.itemId);
    if (!passage) return [];
    return [{ ...one, match: { ...one.match, text: excerptOf(passage.text, terms), at: secondOf(passage.marks, terms) } }];
  });
}

async function readHits({ pool, hits }: Pick<Context, "pool" | "hits">, sought: Sought): Promise<Found> {
  const { terms, phrase, limit } = sought;
  const rows = await hits.find(sought);
  const items = rows.filter((row) => row.kind === "item");
  const folders = rows.filter((row) => row.kind === "folder");
  const ranked = await withSpeech({ pool }, rankItems(items, terms, phrase, limit), terms);
  return { items: ranked, folderIds: rankFolders(folders, phrase, limit).map((row) => row.id) };
}

/** Returns whether a word has any result. */
async function finds(context: Context, scope: Scope, word: string): Promise<boolean> {
  const found = await readHits(context, { scope, terms: [{ word, prefix: true }], phrase: "", type: null, limit: 1, entries: 1 });
  return !isNothing(found);
}

/** Repeats the search with corrected words; empty when no correction has results. */
async function readCorrected(context: Context, sought: Sought): Promise<Found & { corrections: Correction[] }> {
  const { deps } = context;
  const { scope, terms } = sought;
  // The vocabulary would reveal hidden content: only words with results in the caller's scope are used.
  const known = scope.isWhole ? undefined : (word: string) => finds(context, scope, word);
  const corrections = await deps.index.vocabulary.correct(scope.workspaceIds, terms, known);
  if (corrections.length === 0) return { items: [], folderIds: [], corrections };
  const meant = new Map(corrections.map(({ from, to }) => [from, to]));
  const found = await readHits(context, {
    ...sought,
    terms: terms.map((term) => ({ ...term, word: meant.get(term.word) ?? term.word })),
    phrase: corrections.reduce((phrase, { from, to }) => phrase.replace(from, to), sought.phrase),
  });
  return { ...found, corrections: isNothing(found) ? [] : corrections };
}

/** Presents items and folders to the caller in result order. */
async function show({ deps }: Context, actor: UserActor, { items, folderIds }: Found): Promise<Pick<Result, "items" | "folders">> {
  const itemIds = items.map((hit) => hit.itemId);
  const [shownItems, shownFolders] = await Promise.all([
    itemIds.length === 0 ? [] : deps.items.presentByIds(actor, itemIds),
    folderIds.length === 0 ? [] : deps.folders.presentMany(actor, folderIds),
  ]);
  const itemById = new Map(shownItems.map((item) => [item.id, item]));
  const folderById = new Map(shownFolders.map((folder) => [folder.id, folder]));
  return {
    items: items.flatMap(({ itemId, match }) => {
      const item = itemById.get(itemId);
      return item ? [{ ...item, match }] : [];
    }),
    folders: folderIds.flatMap((id) => folderById.get(id) ?? []),
  };
}

/** Returns the members of the searched workspaces whom the query names. A personal workspace has no other members. */
async function readPeople({ pool }: Context, actor: UserActor, spaces: readonly WorkspaceFacts[], query: Query): Promise<Result["people"]> {
  if (query.type !== undefined) return [];
  const workspaceIds = spaces.filter(({ kind }) => kind === "team").map(({ id }) => id);
  const rows = await findPeople(pool, { workspaceIds, userId: actor.id, q: query.q, limit: PEOPLE_MAX });
  return rows.map(({ avatarBlobId, ...person }) => ({ ...person, photoURL: avatarUrl(avatarBlobId) }));
}

/** Searches everything that the caller may read. @throws AppError `not-found` for an inaccessible space */
async function searchItems(context: Context, actor: UserActor, query: Query): Promise<Result> {
  const { deps } = context;
  const { memberships, rights } = deps;
  const spaces = await spacesOf(memberships, actor, query.workspaceId);
  const terms = termsOf(query.q);
  if (terms.length === 0) return { items: [], folders: [], nextCursor: null, corrections: [], people: [] };
  const scope = await scopeOf(rights, actor, spaces);
  const sought: Sought = { scope, terms, phrase: normalise(query.q), type: query.type ?? null, limit: query.limit };
  const [found, people] = await Promise.all([readHits(context, sought), readPeople(context, actor, spaces, query)]);
  // A search with results contains every word, so no word is misspelt.
  const { corrections, ...meant } = isNothing(found) ? await readCorrected(context, sought) : { ...found, corrections: [] };
  return { ...(await show(context, actor, meant)), people, nextCursor: null, corrections };
}

export function createSearchService(
  { pool: { searches: pool }, log, searchEngine }: Pick<Ports, "pool" | "log" | "searchEngine">,
  deps: SearchDeps,
) {
  const postgres = createPostgresHits(pool);
  const context: Context = { pool, hits: searchEngine ? createEngineHits(searchEngine, postgres, { pool, log }) : postgres, deps };
  return {
    find: searchItems.bind(null, context),
  };
}

export type SearchService = ReturnType<typeof createSearchService>;
