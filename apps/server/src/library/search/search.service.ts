import type { search, ServerArgs, ServerResult } from "@stillreel/contract";
import type { Ports } from "../../platform/ports/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Folders } from "../folders/index.ts";
import type { Items } from "../items/index.ts";
import type { Rights } from "../../access/rights/index.ts";
import type { Memberships } from "../../access/memberships/index.ts";
import type { SpaceQuery } from "./found.repo.ts";
import { findInLittle } from "./small-scope.repo.ts";
import { rankFolders, rankItems, type Ranked } from "./search.rank.ts";
import { find } from "./search.repo.ts";
import { type Scope, scopeOf, spacesOf } from "./search.scope.ts";
import { type Correction, normalise, type SearchIndex, type Term, termsOf, tsqueryOf } from "../search-index/index.ts";

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

/** Entries that are read beyond the wanted items, to choose the best from. */
const SPARE = 20;
/** Titles are looked up by their beginning from this length on; shorter ones begin too many. */
const PHRASE_MIN = 3;
/** Words that the index is asked for. */
const NARROW = 3;

/** What is looked for, where. */
interface Sought {
  scope: Scope;
  terms: Term[];
  phrase: string;
  type: "image" | "video" | null;
  limit: number;
  /** Entries that are read of each space; some more than `limit` where nothing is said. */
  entries?: number;
}

interface Found {
  items: Ranked[];
  folderIds: string[];
}

const isNothing = ({ items, folderIds }: Found): boolean => items.length + folderIds.length === 0;

/** The words that tell most: whole ones, then the longest. */
const longest = (terms: readonly Term[]): Term[] =>
  terms.toSorted((one, other) => Number(one.prefix) - Number(other.prefix) || other.word.length - one.word.length).slice(0, NARROW);

export function createSearchService({ pool }: Pick<Ports, "pool">, deps: SearchDeps) {
  async function look({ scope: { wide, hidden, little }, terms, phrase, type, limit, entries = limit + SPARE }: Sought): Promise<Found> {
    const narrow = longest(terms);
    const queryFor = (workspaceId: string): SpaceQuery => ({
      workspaceId,
      query: tsqueryOf(workspaceId, "item", terms),
      narrow: tsqueryOf(workspaceId, "item", narrow),
      whole: tsqueryOf(
        workspaceId,
        "item",
        narrow.map(({ word }) => ({ word, prefix: false })),
      ),
      folders: tsqueryOf(workspaceId, "folder", terms),
    });
    const wanted = { phrase: phrase.length < PHRASE_MIN ? null : phrase, type, limit, entries };
    const rows = (
      await Promise.all([
        wide.length === 0 ? [] : find(pool, { ...wanted, spaces: wide.map(queryFor), hidden }),
        little.length === 0
          ? []
          : findInLittle(pool, { ...wanted, spaces: little.map((space) => ({ ...space, ...queryFor(space.workspaceId) })) }),
      ])
    ).flat();
    const items = rows.filter((row) => row.kind === "item");
    const folders = rows.filter((row) => row.kind === "folder");
    return { items: rankItems(items, terms, phrase, limit), folderIds: rankFolders(folders, phrase, limit).map((row) => row.id) };
  }

  /** Does a word find anything? */
  async function finds(scope: Scope, word: string): Promise<boolean> {
    const found = await look({ scope, terms: [{ word, prefix: true }], phrase: "", type: null, limit: 1, entries: 1 });
    return !isNothing(found);
  }

  /** The same with the words as they were probably meant; nothing without a guess that finds something. */
  async function lookAgain(sought: Sought): Promise<Found & { corrections: Correction[] }> {
    const { scope, terms } = sought;
    // Which words there are would tell of what is hidden: then only those count that find something.
    const known = scope.isWhole ? undefined : (word: string) => finds(scope, word);
    const corrections = await deps.index.vocabulary.correct(scope.workspaceIds, terms, known);
    if (corrections.length === 0) return { items: [], folderIds: [], corrections };
    const meant = new Map(corrections.map(({ from, to }) => [from, to]));
    const found = await look({
      ...sought,
      terms: terms.map((term) => ({ ...term, word: meant.get(term.word) ?? term.word })),
      phrase: corrections.reduce((phrase, { from, to }) => phrase.replace(from, to), sought.phrase),
    });
    return { ...found, corrections: isNothing(found) ? [] : corrections };
  }

  /** Items and folders as those who keep them show them to the caller, in the order of finding. */
  async function show(actor: UserActor, { items, folderIds }: Found): Promise<Pick<Result, "items" | "folders">> {
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

  return {
    /** What the words find, across all that the caller may read. @throws AppError `not-found` for a space that is not theirs */
    async find(actor: UserActor, query: Query): Promise<Result> {
      const { memberships, rights } = deps;
      const spaces = await spacesOf(memberships, actor, query.workspaceId);
      const terms = termsOf(query.q);
      if (terms.length === 0) return { items: [], folders: [], nextCursor: null, corrections: [] };
      const scope = await scopeOf(rights, actor, spaces);
      const sought: Sought = { scope, terms, phrase: normalise(query.q), type: query.type ?? null, limit: query.limit };
      const found = await look(sought);
      // What finds something holds every word, so none of them is misspelt.
      const { corrections, ...meant } = isNothing(found) ? await lookAgain(sought) : { ...found, corrections: [] };
      return { ...(await show(actor, meant)), nextCursor: null, corrections };
    },
  };
}

export type SearchService = ReturnType<typeof createSearchService>;
