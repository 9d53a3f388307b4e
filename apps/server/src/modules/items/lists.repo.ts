import type { Pool } from "pg";
import type { Position } from "./items.cursor.ts";
import { COLUMNS, type ItemRow, JOINS } from "./items.repo.ts";

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
}

/** What the text of a list's statement depends on. */
export type ListKind = Pick<ListQuery, "view" | "sort" | "type"> & { after: boolean };

export interface Statement {
  name: string;
  text: string;
}

export type ListedRow = ItemRow & { sort_key: Date | string };

/** Pages are read in one of these sizes: with a literal limit the planner knows that few rows are wanted, and plans stay few. */
const PAGE_SIZES = [51, 201] as const;
/** How many rows of a list are looked through for words before the index of words is asked. */
const WINDOW = 800;
/** The same once it is known that the words are common. */
const WIDE_WINDOW = 20_000;
/** Words that stand in more entries than this are common: looking through the list meets them soon. */
const CANDIDATES_MAX = 4_000;

interface ListShape {
  from: string;
  /** `$1` is the place, `$2` the caller. */
  where: string;
  id: string;
  type: string;
  moment: string;
  title: string;
}

const ITEMS = { from: "items i", id: "i.id", type: "i.type", moment: "i.created_at", title: "i.title" };
/** Each view's where, with the type that is always added, is the beginning of its two indexes (see `items.table.ts`). */
const SHAPES: Record<ListView, ListShape> = {
  folder: { ...ITEMS, where: "i.container_id = $1 and i.trashed_at is null" },
  all: { ...ITEMS, where: "i.workspace_id = $1 and i.trashed_at is null" },
  shared: { ...ITEMS, where: "i.workspace_id = $1 and i.shared and i.trashed_at is null" },
  trash: { ...ITEMS, where: "i.workspace_id = $1 and i.trashed_at is not null", moment: "i.trashed_at" },
  starred: {
    from: "favorites s join items i on i.id = s.item_id",
    where: "s.user_id = $2 and s.workspace_id = $1 and not s.trashed",
    id: "s.item_id",
    type: "s.type",
    moment: "s.item_created_at",
    title: "s.title",
  },
};

/** Is this list's sort key a moment? */
export const isDated = (sort: ListSort): boolean => sort !== "name";

const wayOf = (sort: ListSort): "asc" | "desc" => (sort === "newest" ? "desc" : "asc");
/** The parameter behind those of the list itself. */
const nextParameter = (kind: ListKind): string => (kind.after ? "$5" : "$3");
const nameOf = (what: string, kind: ListKind, size: number): string =>
  `items-${what}-${kind.view}-${kind.sort}-${kind.type ?? "any"}-${kind.after ? "after" : "first"}-${size}`;

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
  const ofType = (type: "image" | "video"): string =>
    `(select ${columns(shape)}, ${key} as sort_key from ${shape.from} where ${shape.where} and ${shape.type} = '${type}'${beyond} order by ${key} ${way}, ${shape.id} ${way} limit ${size})`;
  if (kind.type !== null) return ofType(kind.type);
  return `(select * from (${ofType("image")} union all ${ofType("video")}) merged order by sort_key ${way}, id ${way} limit ${size})`;
}

/** The statement of a page. It is cut before anything is joined to it. */
export function listStatement(kind: ListKind, size: number): Statement {
  const way = wayOf(kind.sort);
  return {
    name: nameOf("list", kind, size),
    text: `select ${COLUMNS}, i.sort_key from ${rowsOf(kind, () => "i.*", size)} i ${JOINS} order by i.sort_key ${way}, i.id ${way}`,
  };
}

/** The rows of a list's next `window` that hold the words: a page of them, found by walking the list. */
export function foundStatement(kind: ListKind, window: number, size: number): Statement {
  const way = wayOf(kind.sort);
  const walked = rowsOf(kind, (shape) => `${shape.id} as id`, window);
  // The limit inside keeps the planner from turning the walk into a search of its own; it ends with the page.
  return {
    name: nameOf(`found-${window}`, kind, size),
    text: `select ${COLUMNS}, p.sort_key from (
        select w.id, w.sort_key from ${walked} w
          cross join lateral (select from search_entries e where e.item_id = w.id and e.words @@ ${nextParameter(kind)}::tsquery limit 1) e
        order by w.sort_key ${way}, w.id ${way} limit ${size}) p
      join items i on i.id = p.id ${JOINS} order by p.sort_key ${way}, p.id ${way}`,
  };
}

/** Where the next `window` of a list ends; nothing when the list ends before. */
export function edgeStatement(kind: ListKind, window: number): Statement {
  const way = wayOf(kind.sort);
  return {
    name: nameOf("edge", kind, window),
    text: `select w.id, w.sort_key, $2::uuid as caller from ${rowsOf(kind, (shape) => `${shape.id} as id`, window)} w
      order by w.sort_key ${way}, w.id ${way} offset ${window - 1} limit 1`,
  };
}

/** A page of those rows of a list that are among the given ids. */
export function amongStatement(kind: ListKind, size: number): Statement {
  const { shape, key, way, beyond } = orderOf(kind);
  const type = kind.type === null ? "" : ` and ${shape.type} = '${kind.type}'`;
  return {
    name: nameOf("among", kind, size),
    text: `select ${COLUMNS}, i.sort_key from (
        select i.*, ${key} as sort_key from ${shape.from}
        where ${shape.where}${type}${beyond} and ${shape.id} = any(${nextParameter(kind)}::uuid[])
        order by ${key} ${way}, ${shape.id} ${way} limit ${size}) i ${JOINS} order by i.sort_key ${way}, i.id ${way}`,
  };
}

/** Items whose entries (their own, or their comments') hold the words; more than `CANDIDATES_MAX` are not told. */
export const CANDIDATES: Statement = {
  name: "items-found-candidates",
  text: `select e.item_id as id from search_entries e where e.words @@ $1::tsquery and e.item_id is not null limit ${CANDIDATES_MAX + 1}`,
};

const kindOf = ({ view, sort, type, after }: ListQuery): ListKind => ({ view, sort, type, after: after !== null });
const sizeFor = (limit: number): number => PAGE_SIZES.find((candidate) => candidate > limit) ?? PAGE_SIZES[1];
const valuesOf = (query: ListQuery): unknown[] => [query.placeId, query.userId, ...(query.after ? [query.after.key, query.after.id] : [])];

/** A sort key as a cursor carries it. */
export const keyOf = (key: Date | string): string => (key instanceof Date ? key.toISOString() : key);

/** A page of a list, with one row more than asked for when there is a next page. One statement, prepared once a connection. */
export async function listPage(pool: Pool, query: ListQuery, limit: number): Promise<ListedRow[]> {
  const { rows } = await pool.query<ListedRow>({ ...listStatement(kindOf(query), sizeFor(limit)), values: valuesOf(query) });
  return rows.slice(0, limit + 1);
}

/**
 * The same, of those that hold the words (a `tsquery`). Three ways, by how common the words are in this list:
 * most pages are full after a look through the next rows of it; what is not found there is rare, and the index of words
 * knows all places; and what is common, but not among those rows, is met by walking on.
 */
export async function findPage(pool: Pool, query: ListQuery, words: string, limit: number): Promise<ListedRow[]> {
  const size = sizeFor(limit);
  const near = await walk(pool, query, words, WINDOW, size);
  if (near.rows.length > limit || near.edge === null) return near.rows.slice(0, limit + 1);

  const candidates = await pool.query<{ id: string }>({ ...CANDIDATES, values: [words] });
  if (candidates.rows.length <= CANDIDATES_MAX) {
    const ids = candidates.rows.map((row) => row.id);
    const { rows } = await pool.query<ListedRow>({ ...amongStatement(kindOf(query), size), values: [...valuesOf(query), ids] });
    return rows.slice(0, limit + 1);
  }

  const rows = near.rows;
  for (let edge: Position | null = near.edge; edge !== null && rows.length <= limit;) {
    const next: Walk = await walk(pool, { ...query, after: edge }, words, WIDE_WINDOW, size);
    rows.push(...next.rows);
    edge = next.edge;
  }
  return rows.slice(0, limit + 1);
}

interface Walk {
  rows: ListedRow[];
  /** Where to walk on; null at the end of the list, or when the page is full. */
  edge: Position | null;
}

async function walk(pool: Pool, query: ListQuery, words: string, window: number, size: number): Promise<Walk> {
  const kind = kindOf(query);
  const { rows } = await pool.query<ListedRow>({ ...foundStatement(kind, window, size), values: [...valuesOf(query), words] });
  if (rows.length >= size) return { rows, edge: null };
  const edges = await pool.query<{ id: string; sort_key: Date | string }>({ ...edgeStatement(kind, window), values: valuesOf(query) });
  const edge = edges.rows[0];
  return { rows, edge: edge ? { key: keyOf(edge.sort_key), id: edge.id } : null };
}
