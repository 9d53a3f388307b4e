import type { ItemType } from "@stillreel/contract";
import { BEFORE_FIRST } from "../../../platform/db/item-orders.ts";
import type { Queryable } from "../../../platform/db/statement.ts";
import { uuidArray } from "../../../platform/db/uuid-array.ts";
import type { Position } from "../../../platform/http/cursor.ts";
import {
  AMONG,
  CANDIDATES,
  CANDIDATES_MAX,
  EDGE,
  FEW_ENTRIES,
  GATHER_EDGE,
  GATHER_PAGE,
  GATHER_WALK,
  type GatheredList,
  type GatheredView,
  type GatherValues,
  type List,
  type ListSort,
  type ListValues,
  type ListView,
  NEWEST,
  PAGE,
  WALK,
  WIDE_WINDOW,
  WINDOW,
  WORDS_AMONG_FEW,
} from "./list-statements.repo.ts";
import { accessValues, type AccessValues, type AccessScope, scopeValues } from "./access-scope.plan.ts";
import { type ItemRow, itemRows, type ReadRow, type StampRow, type VersionedRow } from "./rows.repo.ts";

export type { ListSort, ListView } from "./list-statements.repo.ts";

/** A list: its view of a workspace or folder, its order, and the position after which the page begins. */
export interface ListQuery {
  view: ListView;
  sort: ListSort;
  /** The folder for the view `folder` (the workspace for its root), else the workspace. */
  containerId: string;
  /** The caller, whose favorites the view `starred` lists. */
  userId: string | null;
  type: ItemType | null;
  after: Position | null;
  /** What of it the caller may read; null for all. */
  accessScope: AccessScope | null;
}

/**
 * How rows that the caller may not read are excluded:
 * - `page`: the list is read as it is, without single items in a folder;
 * - `gather`: each of the few containers that the caller may read is read;
 * - `walk`: the list is read in windows, and rows in other containers are skipped.
 */
type Strategy =
  | { kind: "page" }
  | { kind: "gather"; list: GatheredList; accessScope: AccessScope }
  | { kind: "walk"; accessScope: AccessScope };

/** Pages are read in one of these sizes: the planner compares the costs of few sizes, and settles on one plan. */
const PAGE_SIZES = [51, 201] as const;
/** {@link WINDOW} of few containers: reading each of them again costs as much as the rows in between. */
const GATHERED_WINDOW = 2_000;

const NONE = uuidArray([]);

/** The columns of a row that are sort keys. */
export type SortedRow = Pick<ItemRow, "id" | "title" | "created_at" | "trashed_at">;

/** Returns the sort key of a row: a time as its ISO text, or a title. */
export function sortKeyOf({ view, sort }: Pick<ListQuery, "view" | "sort">, row: SortedRow): string {
  if (sort === "name") return row.title;
  return view === "trash" && row.trashed_at !== null ? row.trashed_at : row.created_at;
}

const isGathered = (view: ListView): view is GatheredView => view !== "folder" && view !== "starred";

function strategyFor({ view, sort, accessScope }: ListQuery): Strategy {
  if (accessScope === null || view === "folder") return { kind: "page" };
  return accessScope.few && isGathered(view) ? { kind: "gather", list: `${view}-${sort}`, accessScope } : { kind: "walk", accessScope };
}

const sizeFor = (limit: number): number => PAGE_SIZES.find((candidate) => candidate > limit) ?? PAGE_SIZES[1];
const listOf = ({ view, sort }: ListQuery): List => `${view}-${sort}`;

function listValues({ containerId, userId, type, after, sort }: ListQuery): ListValues {
  const { key, id } = after ?? BEFORE_FIRST[sort];
  return [containerId, userId, type, key, id];
}

/** The sets of the caller as parameters. In a folder, only single items may be excluded. */
function setsOf({ view, accessScope }: ListQuery): AccessValues {
  return view === "folder" && accessScope !== null ? [NONE, false, NONE, scopeValues(accessScope)[2]] : accessValues(accessScope);
}

function gatherValues(accessScope: AccessScope): GatherValues {
  const [, shownIds, hiddenIds] = scopeValues(accessScope);
  return [uuidArray(accessScope.accessibleIds() ?? []), shownIds, hiddenIds];
}

/** How rows are read: with all columns, or only the stamps. `suffix` is that of the statements. */
interface Shape<Row extends StampRow> {
  suffix: "" | "-stamps";
  rowsOf(read: VersionedRow[]): Row[];
}

/** A row of a list with all columns and its version. */
export type ListedRow = ItemRow & StampRow;

const ROWS: Shape<ListedRow> = { suffix: "", rowsOf: (read) => itemRows<ListedRow>(read) };
const STAMPS: Shape<StampRow> = { suffix: "-stamps", rowsOf: (read) => read };

async function readPage<Row extends StampRow>(pool: Queryable, query: ListQuery, limit: number, shape: Shape<Row>): Promise<Row[]> {
  const hiddenIds = query.accessScope === null ? NONE : scopeValues(query.accessScope)[2];
  const rows = await PAGE[`${listOf(query)}${shape.suffix}`].run(pool, [...listValues(query), hiddenIds, sizeFor(limit)]);
  return shape.rowsOf(rows).slice(0, limit + 1);
}

async function gatherPage<Row extends StampRow>(
  pool: Queryable,
  query: ListQuery,
  { list, accessScope }: { list: GatheredList; accessScope: AccessScope },
  limit: number,
  shape: Shape<Row>,
): Promise<Row[]> {
  const values = [...listValues(query), ...gatherValues(accessScope), sizeFor(limit)] as const;
  const rows = await GATHER_PAGE[`${list}${shape.suffix}`].run(pool, [...values]);
  return shape.rowsOf(rows).slice(0, limit + 1);
}

/**
 * Reads a page of a list, with one row more than the limit when there is a next page. One statement suffices when the caller may read all
 * items, or few containers. Otherwise the next rows are read first, and another strategy follows when they contain too few readable ones.
 */
async function pageOf<Row extends StampRow>(pool: Queryable, query: ListQuery, limit: number, shape: Shape<Row>): Promise<Row[]> {
  const strategy = strategyFor(query);
  if (strategy.kind === "page") return readPage(pool, query, limit, shape);
  if (strategy.kind === "gather") return gatherPage(pool, query, strategy, limit, shape);
  const { accessScope } = strategy;
  const near = await walkList(pool, query, { strategy, words: null, window: WINDOW, limit }, shape);
  if (near.edge === null) return near.rows.slice(0, limit + 1);
  if (isGathered(query.view) && accessScope.accessibleIds())
    return gatherPage(pool, query, { list: `${query.view}-${query.sort}`, accessScope }, limit, shape);
  return walkOn(query, near, limit, (next) => walkList(pool, next, { strategy, words: null, window: WIDE_WINDOW, limit }, shape));
}

/** Reads a page of a list with all columns; see {@link pageOf}. */
export const listPage = (pool: Queryable, query: ListQuery, limit: number): Promise<ListedRow[]> => pageOf(pool, query, limit, ROWS);

/** Reads the stamps of the same rows. */
export const stampsOfPage = (pool: Queryable, query: ListQuery, limit: number): Promise<StampRow[]> => pageOf(pool, query, limit, STAMPS);

/**
 * Reads a page of those rows of a list that contain the words (a `tsquery`). The first page of all items, newest first, comes from the newest
 * search entries that contain them. Of few containers with few entries, all entries are read (ADR 0058). Otherwise:
 * 1. The next rows of the list fill the page when the words are common in it.
 * 2. The index of words finds all items when the words are rare.
 * 3. Further rows of the list fill the page when the words are common elsewhere.
 */
export async function findPage(pool: Queryable, query: ListQuery, words: string, limit: number): Promise<ItemRow[]> {
  const strategy = strategyFor(query);
  const hasNewest = query.accessScope === null || (strategy.kind === "walk" && query.accessScope.mode === "without");
  if (query.view === "all" && query.sort === "newest" && query.after === null && hasNewest) {
    const rows = await findNewest(pool, query, words, limit);
    if (rows !== null) return rows;
  }
  const few = strategy.kind === "gather" ? await findAmongFew(pool, query, strategy.accessScope, words) : null;
  if (few !== null) return pageAmong(pool, query, few, limit);
  const window = strategy.kind === "gather" ? GATHERED_WINDOW : WINDOW;
  const near = await walk(pool, query, { strategy, words, window, limit });
  if (near.edge === null) return near.rows.slice(0, limit + 1);
  const candidates = await CANDIDATES.run(pool, [words]);
  if (candidates.length > CANDIDATES_MAX)
    return walkOn(query, near, limit, (next) => walk(pool, next, { strategy, words, window: WIDE_WINDOW, limit }));
  return pageAmong(
    pool,
    query,
    candidates.map(({ id }) => id),
    limit,
  );
}

/** Returns the items of the caller's few containers that contain the words; null when these have too many entries to read all. */
async function findAmongFew(pool: Queryable, query: ListQuery, accessScope: AccessScope, words: string): Promise<string[] | null> {
  const [containerIds, shownIds] = gatherValues(accessScope);
  const [found] = await WORDS_AMONG_FEW.run(pool, [query.containerId, containerIds, shownIds, words, FEW_ENTRIES]);
  return found?.ids ?? null;
}

/** Reads a page of those rows of a list that are among these. */
async function pageAmong(pool: Queryable, query: ListQuery, itemIds: readonly string[], limit: number): Promise<ItemRow[]> {
  if (itemIds.length === 0) return [];
  const rows = await AMONG[listOf(query)].run(pool, [...listValues(query), ...setsOf(query), uuidArray(itemIds), sizeFor(limit)]);
  return itemRows(rows).slice(0, limit + 1);
}

/** Reads the first page of all items from the newest search entries that contain the words; null when these do not fill it. */
async function findNewest(pool: Queryable, query: ListQuery, words: string, limit: number): Promise<ItemRow[] | null> {
  // Some entries are comments on the same item or on older items. Some items are of the other type, in the trash, or not readable.
  const count = (query.type === null ? 2 : 6) * sizeFor(limit);
  const rows = await NEWEST.run(pool, [...listValues(query), ...setsOf(query), words, count, sizeFor(limit)]);
  const [first] = rows;
  const found = itemRows(rows.filter((row) => row.id !== null));
  const isPage = first?.certain === true && (first.ended || found.length > limit);
  return isPage ? found.slice(0, limit + 1) : null;
}

/** How a list is walked: past rows that the caller may not read, and past rows that do not contain the words, if there are any. */
interface WalkPlan {
  strategy: Strategy;
  words: string | null;
  limit: number;
}

interface Walk<Row = ItemRow> {
  rows: Row[];
  /** Position at which to continue; null at the end of the list, or when the page is full. */
  edge: Position | null;
}

type Step = WalkPlan & { window: number };

function walk(pool: Queryable, query: ListQuery, step: Step): Promise<Walk> {
  const { strategy, words } = step;
  // Without words, a gathered list is read by pages.
  return strategy.kind === "gather" && words !== null
    ? walkGathered(pool, query, strategy, { ...step, words })
    : walkList(pool, query, step, ROWS);
}

async function walkList<Row extends StampRow>(
  pool: Queryable,
  query: ListQuery,
  { words, window, limit }: Step,
  shape: Shape<Row>,
): Promise<Walk<Row>> {
  const variant = `${listOf(query)}-${window === WINDOW ? WINDOW : WIDE_WINDOW}` as const;
  const values = listValues(query);
  const read = await WALK[`${variant}${shape.suffix}`].run(pool, [...values, ...setsOf(query), words, sizeFor(limit)]);
  const rows = shape.rowsOf(read);
  if (rows.length > limit) return { rows, edge: null };
  // The edge counts all rows of the window, the skipped ones too.
  const [edge] = await EDGE[variant].run(pool, values);
  return { rows, edge: edge ? { key: edge.sort_key, id: edge.id } : null };
}

async function walkGathered(
  pool: Queryable,
  query: ListQuery,
  { list, accessScope }: Strategy & { kind: "gather" },
  { words, window, limit }: Step & { words: string },
): Promise<Walk> {
  const values: [...ListValues, ...GatherValues, window: number] = [...listValues(query), ...gatherValues(accessScope), window];
  const read = await GATHER_WALK[list].run(pool, [...values, words, sizeFor(limit)]);
  const walked = read[0]?.walked ?? 0;
  const rows = itemRows<ItemRow>(read.filter((row) => row.id !== null) as ReadRow[]);
  if (rows.length > limit || walked < window) return { rows, edge: null };
  const [edge] = await GATHER_EDGE[list].run(pool, values);
  return { rows, edge: edge ? { key: edge.sort_key, id: edge.id } : null };
}

/** Continues a walk in large windows until the page is full or the list ends. */
async function walkOn<Row>(
  query: ListQuery,
  { rows, edge }: Walk<Row>,
  limit: number,
  walkFrom: (query: ListQuery) => Promise<Walk<Row>>,
): Promise<Row[]> {
  const found = [...rows];
  for (let after = edge; after !== null && found.length <= limit;) {
    const next = await walkFrom({ ...query, after });
    found.push(...next.rows);
    after = next.edge;
  }
  return found.slice(0, limit + 1);
}
