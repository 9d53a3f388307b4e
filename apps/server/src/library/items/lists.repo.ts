import type { Pool } from "pg";
import { ISO_MOMENTS } from "../../platform/db/pool.ts";
import { uuidArray } from "../../platform/db/uuid-array.ts";
import type { Position } from "./items.cursor.ts";
import { candidates, newestHits } from "./hits.repo.ts";
import { inReach, type Reach, reachValues } from "./reach.plan.ts";
import { COLUMNS, type ItemRow, itemRows, JOINS, type ReadRow } from "./rows.repo.ts";

export type ListView = "folder" | "all" | "shared" | "starred" | "trash";
export type ListSort = "newest" | "oldest" | "name";

/** One list: the space or folder it is about, whose stars, its order, and where to go on. */
export interface ListQuery {
  view: ListView;
  sort: ListSort;
  /** The folder or workspace for `folder`, the workspace otherwise. */
  placeId: string;
  userId: string | null;
  type: "image" | "video" | null;
  after: Position | null;
  /** What of it may be read; null for all. */
  reach: Reach | null;
}

/**
 * How what may not be read stays out: with `gather` each place that may be read is looked into; of one folder, `except` leaves out single
 * items; otherwise the list is walked past what lies in other places. `all`: nothing is left out.
 */
type ListWay = WholeWay | Reach["way"];
/** Those whose rows are all of them shown. */
type WholeWay = "all" | "gather" | "except";

/** What the text of a list's statement depends on. */
export type ListKind = Pick<ListQuery, "view" | "sort" | "type"> & { after: boolean; way: ListWay };

export interface Statement {
  name: string;
  text: string;
}

/** Pages are read in one of these sizes: with a literal limit the planner knows that few rows are wanted, and plans stay few. */
const PAGE_SIZES = [51, 201] as const;
/** How many rows of a list are looked through (for words, or what may be read) before another way is taken. */
const WINDOW = 800;
/** The same once it is known that there is no better way. */
const WIDE_WINDOW = 20_000;
/** The same of few places: looking into each once more costs as much as the rows between. */
const GATHERED = 2_000;

interface ListShape {
  from: string;
  /** `$1` is the place, `$2` the caller. */
  place: string;
  state: string;
  id: string;
  type: string;
  moment: string;
  title: string;
}

const ITEMS = { from: "items i", id: "i.id", type: "i.type", moment: "i.created_at", title: "i.title" };
/** Each view's place and state, with the type that is always added, are the beginning of its indexes (see `items.table.ts`). */
const SHAPES: Record<ListView, ListShape> = {
  folder: { ...ITEMS, place: "i.container_id = $1", state: "i.trashed_at is null" },
  all: { ...ITEMS, place: "i.workspace_id = $1", state: "i.trashed_at is null" },
  shared: { ...ITEMS, place: "i.workspace_id = $1", state: "i.shared and i.trashed_at is null" },
  trash: { ...ITEMS, place: "i.workspace_id = $1", state: "i.trashed_at is not null", moment: "i.trashed_at" },
  starred: {
    from: "favorites s join items i on i.id = s.item_id",
    place: "s.user_id = $2 and s.workspace_id = $1",
    state: "not s.trashed",
    id: "s.item_id",
    type: "s.type",
    moment: "s.item_created_at",
    title: "s.title",
  },
};

/** Is this list's sort key a moment? */
export const isDated = (sort: ListSort): boolean => sort !== "name";

/** What a row stands at in its list: a moment as its ISO text, or a name. */
export function sortKeyOf({ view, sort }: Pick<ListQuery, "view" | "sort">, row: ItemRow): string {
  if (sort === "name") return row.title;
  return view === "trash" && row.trashed_at !== null ? row.trashed_at : row.created_at;
}

const wayOf = (sort: ListSort): "asc" | "desc" => (sort === "newest" ? "desc" : "asc");
/** The first parameter behind those of the list itself: those of the reach, if it has one, then what else is asked. */
const reachAt = (kind: ListKind): number => (kind.after ? 5 : 3);
const nextParameter = (kind: ListKind): string => `$${reachAt(kind) + { all: 0, except: 1, gather: 3, within: 3, without: 3 }[kind.way]}`;

/** Statements by their names. The driver compares a text with the one that it prepared, which costs nothing where it is the same object. */
const STATEMENTS = new Map<string, Statement>();

function statement(what: string, kind: ListKind, size: number, text: () => string): Statement {
  const name = `items-${what}-${kind.view}-${kind.sort}-${kind.type ?? "any"}-${kind.after ? "after" : "first"}-${kind.way}-${size}`;
  const known = STATEMENTS.get(name) ?? { name, text: text() };
  STATEMENTS.set(name, known);
  return known;
}

/** What orders a list, and the condition that a row stands behind the cursor. */
function orderOf(kind: ListKind): { shape: ListShape; key: string; way: "asc" | "desc"; beyond: string } {
  const shape = SHAPES[kind.view];
  const key = kind.sort === "name" ? `${shape.title} collate "natural"` : shape.moment;
  const way = wayOf(kind.sort);
  const cursor = kind.sort === "name" ? "$3::text" : "$3::timestamptz";
  const beyond = kind.after ? ` and (${key}, ${shape.id}) ${way === "desc" ? "<" : ">"} (${cursor}, $4::uuid)` : "";
  return { shape, key, way, beyond };
}

/**
 * The first rows of a list in its order. Every index begins with place and type; without a type, one page of each is read
 * and the two are merged. Built from the constants above alone: what a caller gives travels as parameters.
 */
function rowsOf(kind: ListKind, columns: (shape: ListShape) => string, size: number): string {
  const { shape, key, way, beyond } = orderOf(kind);
  const kept = kind.way === "except" ? ` and ${visible(kind, "i")}` : "";
  const ofType = (type: "image" | "video"): string =>
    kind.way === "gather"
      ? gatheredOf(kind, type, size)
      : `(select ${columns(shape)}, ${key} as sort_key from ${shape.from} where ${shape.place} and ${shape.state} and ${shape.type} = '${type}'${beyond}${kept} order by ${key} ${way}, ${shape.id} ${way} limit ${size})`;
  if (kind.type !== null) return ofType(kind.type);
  return `(select * from (${ofType("image")} union all ${ofType("video")}) merged order by sort_key ${way}, id ${way} limit ${size})`;
}

/**
 * The same as ids, gathered from the places that may be read. The first of a list are among the first of those places whose own
 * first come first: so each place is asked for one row, and no more of them than the list has rows for all.
 */
function gatheredOf(kind: ListKind, type: "image" | "video", size: number): string {
  const { shape, key, way, beyond } = orderOf(kind);
  const at = reachAt(kind);
  const [places, shown, hidden] = [`$${at}::uuid[]`, `$${at + 1}::uuid[]`, `(select unnest($${at + 2}::uuid[]))`];
  const wanted = `${shape.state} and i.type = '${type}'${beyond}`;
  const order = (alias: string): string => `order by ${alias}.sort_key ${way}, ${alias}.id ${way}`;
  const inPlace = (limit: number): string =>
    `(select i.id, ${key} as sort_key from items i where i.container_id = place.id and ${wanted} and i.id not in ${hidden} order by ${key} ${way}, i.id ${way} limit ${limit})`;
  return `(select found.id, found.sort_key from (
      select r.id, r.sort_key from (
          select place.id from unnest(${places}) place(id) cross join lateral ${inPlace(1)} head ${order("head")} limit ${size}) place
        cross join lateral ${inPlace(size)} r
      union all
      select i.id, ${key} as sort_key from items i
        where i.id = any(${shown}) and ${shape.place} and ${wanted} and i.container_id not in (select unnest(${places}))) found
    ${order("found")} limit ${size})`;
}

/** The statement of a page. It is cut before anything is joined to it. Lists that are walked past something are {@link foundStatement}s. */
export function listStatement(kind: ListKind & { way: WholeWay }, size: number): Statement {
  return statement("list", kind, size, () => {
    const way = wayOf(kind.sort);
    const rows = rowsOf(kind, () => "i.*", size);
    const page = kind.way === "gather" ? `${rows} p join items i on i.id = p.id` : `${rows} i`;
    return `select ${COLUMNS} from ${page} ${JOINS} order by ${kind.way === "gather" ? "p" : "i"}.sort_key ${way}, i.id ${way}`;
  });
}

/** The rows of a list's next `window` that may be read and, if there are any, hold the words: a page of them, found by walking the list. */
export function foundStatement(kind: ListKind, window: number, size: number, words: boolean): Statement {
  return statement(`found-${window}${words ? "-words" : ""}`, kind, size, () => {
    const way = wayOf(kind.sort);
    const isPassing = !isWhole(kind.way);
    const walked = rowsOf(kind, (shape) => `${shape.id} as id${isPassing ? ", i.container_id" : ""}`, window);
    // The limit inside keeps the planner from turning the walk into a search of its own; it ends with the page.
    const holding = `cross join lateral (select from search_entries e where e.item_id = w.id and e.words @@ ${nextParameter(kind)}::tsquery limit 1) e`;
    const readable = isPassing ? `where ${visible(kind, "w")}` : "";
    const page = (from: string): string => `(
        select w.id, w.sort_key from ${from} w ${words ? holding : ""} ${readable}
          order by w.sort_key ${way}, w.id ${way} limit ${size}) p`;
    const order = `order by p.sort_key ${way}, p.id ${way}`;
    if (kind.way !== "gather") return `select ${COLUMNS} from ${page(walked)} join items i on i.id = p.id ${JOINS} ${order}`;
    // What is gathered is gathered whole: how much it was tells whether the list goes on. One row at least, be it empty.
    return `with w as materialized ${walked}
      select ${COLUMNS}, k.walked from (select count(*)::int as walked from w) k left join ${page("w")} on true left join items i on i.id = p.id ${JOINS} ${order}`;
  });
}

/** The condition that a row may be read. What was gathered is asked by its places. */
function visible(kind: ListKind, alias: string): string {
  const row = { container: `${alias}.container_id`, id: `${alias}.id` };
  if (kind.way === "all") return "true";
  if (kind.way === "except") return `${row.id} not in (select unnest($${reachAt(kind)}::uuid[]))`;
  return inReach(kind.way === "gather" ? "within" : kind.way, row, reachAt(kind));
}

/** Where the next `window` of a list ends; nothing when the list ends before. What is walked past counts as well. */
export function edgeStatement(kind: ListKind & { way: WholeWay }, window: number): Statement {
  return statement("edge", kind, window, () => {
    const way = wayOf(kind.sort);
    return `select w.id, w.sort_key, $2::uuid as caller from ${rowsOf(kind, (shape) => `${shape.id} as id`, window)} w
      order by w.sort_key ${way}, w.id ${way} offset ${window - 1} limit 1`;
  });
}

/** The first rows of a list that are among `ids` and fulfil `more`. */
function amongOf(kind: ListKind, ids: string, more: string, size: number): string {
  const { shape, key, way, beyond } = orderOf(kind);
  const type = kind.type === null ? "" : ` and ${shape.type} = '${kind.type}'`;
  return `(
        select i.*, ${key} as sort_key from ${shape.from}
        where ${shape.place} and ${shape.state}${type}${beyond} and ${shape.id} = any(${ids}) and ${visible(kind, "i")} and ${more}
        order by ${key} ${way}, ${shape.id} ${way} limit ${size}) i`;
}

/** A page of those rows of a list that are among the given ids. */
export function amongStatement(kind: ListKind, size: number): Statement {
  return statement("among", kind, size, () => {
    const way = wayOf(kind.sort);
    const rows = amongOf(kind, `${nextParameter(kind)}::uuid[]`, "true", size);
    return `select ${COLUMNS} from ${rows} ${JOINS} order by i.sort_key ${way}, i.id ${way}`;
  });
}

/** The first rows of a list, newest first, that hold the words, as far as the newest `count` entries tell; one row at least, be it empty. */
export function newestStatement(kind: ListKind, count: number, size: number): Statement {
  return statement(`newest-${count}`, kind, size, () => {
    const rows = amongOf(kind, "array(select item_id from hits)", "(k.since is null or i.created_at > k.since)", size);
    return `with ${newestHits(nextParameter(kind), count)}
      select ${COLUMNS}, k.certain, k.since is null as ended from known k left join lateral ${rows} on k.certain ${JOINS} order by i.sort_key desc, i.id desc`;
  });
}

/** Stars lie in no order by their places: of few places, too, the list of them is walked. */
function wayFor({ view, reach }: ListQuery): ListWay {
  if (reach === null) return "all";
  if (view === "folder") return "except";
  return reach.few && view !== "starred" ? "gather" : reach.way;
}

const sizeFor = (limit: number): number => PAGE_SIZES.find((candidate) => candidate > limit) ?? PAGE_SIZES[1];
const kindOf = <Way extends ListWay>({ view, sort, type, after }: ListQuery, way: Way): ListKind & { way: Way } => ({
  view,
  sort,
  type,
  after: after !== null,
  way,
});

function valuesOf(query: ListQuery, way: ListWay): unknown[] {
  const values = [query.placeId, query.userId, ...(query.after ? [query.after.key, query.after.id] : [])];
  if (query.reach === null || way === "all") return values;
  const [containers, shown, hidden] = reachValues(query.reach);
  if (way === "except") return [...values, hidden];
  return [...values, way === "gather" ? uuidArray(query.reach.places() ?? []) : containers, shown, hidden];
}

const isWhole = (way: ListWay): way is WholeWay => way !== "within" && way !== "without";

async function ask(pool: Pool, { name, text }: Statement, values: unknown[]): Promise<ItemRow[]> {
  const { rows } = await pool.query<ReadRow>({ name, text, types: ISO_MOMENTS, values });
  return itemRows(rows);
}

const page = (pool: Pool, query: ListQuery, way: WholeWay, size: number): Promise<ItemRow[]> =>
  ask(pool, listStatement(kindOf(query, way), size), valuesOf(query, way));

/**
 * A page of a list, with one row more than asked for when there is a next page. One statement, prepared once a connection, for whoever
 * may read all, or little; whoever may read much has their page after a look at the next rows, unless it is all kept from them.
 */
export async function listPage(pool: Pool, query: ListQuery, limit: number): Promise<ItemRow[]> {
  const size = sizeFor(limit);
  const way = wayFor(query);
  if (isWhole(way)) return (await page(pool, query, way, size)).slice(0, limit + 1);
  const near = await walk(pool, query, { way, words: null, window: WINDOW, limit });
  if (near.edge === null) return near.rows.slice(0, limit + 1);
  if (query.view !== "starred" && query.reach?.places()) return (await page(pool, query, "gather", size)).slice(0, limit + 1);
  return walkOn(pool, query, near, { way, words: null, limit });
}

/**
 * The same, of those that hold the words (a `tsquery`). Of all items, newest first, the first page is met by the newest entries that hold
 * them. Else three ways, by how common the words are in this list: most pages are full after a look through the next rows of it; what is
 * not found there is rare, and the index of words knows all places; and what is common, but not among those rows, is met by walking on.
 */
export async function findPage(pool: Pool, query: ListQuery, words: string, limit: number): Promise<ItemRow[]> {
  const way = wayFor(query);
  if (query.view === "all" && query.sort === "newest" && query.after === null && (way === "all" || way === "without")) {
    const rows = await findNewest(pool, query, words, limit);
    if (rows !== null) return rows;
  }
  const near = await walk(pool, query, { way, words, window: way === "gather" ? GATHERED : WINDOW, limit });
  if (near.edge === null) return near.rows.slice(0, limit + 1);
  const hits = await candidates(pool, words);
  if (hits === null) return walkOn(pool, query, near, { way, words, limit });
  const among = amongStatement(kindOf(query, way), sizeFor(limit));
  return (await ask(pool, among, [...valuesOf(query, way), uuidArray(hits)])).slice(0, limit + 1);
}

/** The first page of all items by the newest entries that hold the words; null where these do not fill it. */
async function findNewest(pool: Pool, query: ListQuery, words: string, limit: number): Promise<ItemRow[] | null> {
  const way = wayFor(query);
  // Some of them are comments on one item, or on older ones; some are of the other type, lie in the bin, or may not be read.
  const count = (query.type === null ? 2 : 6) * sizeFor(limit);
  const { name, text } = newestStatement(kindOf(query, way), count, sizeFor(limit));
  const { rows } = await pool.query<ReadRow & { certain: boolean; ended: boolean }>({
    name,
    text,
    types: ISO_MOMENTS,
    values: [...valuesOf(query, way), words],
  });
  const [first] = rows;
  const found = itemRows(rows.filter((row) => row.id !== null));
  const isPage = first?.certain === true && (first.ended || found.length > limit);
  return isPage ? found.slice(0, limit + 1) : null;
}

/** How a list is walked: past what may not be read, and past what does not hold the words, if there are any. */
interface WalkPlan {
  way: ListWay;
  words: string | null;
  limit: number;
}

interface Walk {
  rows: ItemRow[];
  /** Where to walk on; null at the end of the list, or when the page is full. */
  edge: Position | null;
}

async function walk(pool: Pool, query: ListQuery, { way, words, window, limit }: WalkPlan & { window: number }): Promise<Walk> {
  const found = foundStatement(kindOf(query, way), window, sizeFor(limit), words !== null);
  const values = [...valuesOf(query, way), ...(words === null ? [] : [words])];
  const read = (await ask(pool, found, values)) as (ItemRow & { walked?: number })[];
  const walked = read[0]?.walked;
  const rows = walked === undefined ? read : read.filter((row) => row.id !== null);
  if (rows.length > limit || (walked !== undefined && walked < window)) return { rows, edge: null };
  // What is walked past belongs to the rows walked.
  const whole = isWhole(way) ? way : "all";
  const edges = await pool.query<{ id: string; sort_key: string }>({
    ...edgeStatement(kindOf(query, whole), window),
    types: ISO_MOMENTS,
    values: valuesOf(query, whole),
  });
  const edge = edges.rows[0];
  return { rows, edge: edge ? { key: edge.sort_key, id: edge.id } : null };
}

/** Walks on from where a walk ended, in large steps, until the page is full or the list ends. */
async function walkOn(pool: Pool, query: ListQuery, { rows, edge }: Walk, plan: WalkPlan): Promise<ItemRow[]> {
  const found = [...rows];
  for (let after = edge; after !== null && found.length <= plan.limit;) {
    const next = await walk(pool, { ...query, after }, { ...plan, window: WIDE_WINDOW });
    found.push(...next.rows);
    after = next.edge;
  }
  return found.slice(0, plan.limit + 1);
}
