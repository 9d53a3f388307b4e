import { type ItemOrder, ORDER_SLOTS } from "../../../platform/db/item-orders.ts";
import { ISO_TIMESTAMPS } from "../../../platform/db/pool.ts";
import { loadFragment, loadStatement, loadVariants } from "../../../platform/db/statement.ts";
import { itemAccess } from "../../../access/rights/index.ts";
import type { AccessValues } from "./access-scope.plan.ts";
import { hasFolderLinksIn, ITEM_SLOTS, type ReadRow, STAMP_SLOTS, STAMP_SOURCES, type VersionedRow, VERSIONED_SLOTS } from "./rows.repo.ts";

export type ListView = "folder" | "all" | "shared" | "starred" | "trash";
export type ListSort = ItemOrder;
/** Views whose items an index orders within each container. Favorites have no such order, and a folder is one container. */
export type GatheredView = "all" | "shared" | "trash";

/** Number of rows of a list that are searched (for words, or for readable rows) before another strategy is used. */
export const WINDOW = 800;
/** The same when no better strategy exists. */
export const WIDE_WINDOW = 20_000;
/** Words that more search entries than this contain are not searched by the index of words. */
export const CANDIDATES_MAX = 4_000;
/** Number of search entries in the few containers of a caller up to which all of them are read. */
export const FEW_ENTRIES = 2_000;

type Slots = Readonly<Record<string, string>>;

/** Slots of a list whose $1 is the workspace. */
const IN_WORKSPACE: Slots = { hasFolderLinks: hasFolderLinksIn("$1::uuid") };
const ITEMS: Slots = { ...IN_WORKSPACE, source: "items i", id: "i.id", type: "i.type", time: "i.created_at", title: "i.title" };
/** Texts for the slots of a view. Its conditions, with the type, are the first columns of its indexes. */
const VIEWS: Record<ListView, Slots> = {
  folder: {
    ...ITEMS,
    hasFolderLinks: hasFolderLinksIn("(select workspace_id from folders where id = $1::uuid)"),
    where: "i.container_id = $1",
    state: "i.trashed_at is null",
  },
  all: { ...ITEMS, where: "i.workspace_id = $1", state: "i.trashed_at is null" },
  shared: { ...ITEMS, where: "i.workspace_id = $1", state: "i.shared and i.trashed_at is null" },
  trash: { ...ITEMS, where: "i.workspace_id = $1", state: "i.trashed_at is not null", time: "i.trashed_at" },
  starred: {
    ...IN_WORKSPACE,
    source: "favorites starred join items i on i.id = starred.item_id",
    where: "starred.user_id = $2 and starred.workspace_id = $1",
    state: "not starred.trashed",
    id: "starred.item_id",
    type: "starred.type",
    time: "starred.item_created_at",
    title: "starred.title",
  },
};

/** Returns the slots of each list: of each view in each sort order. */
function slotsOf<View extends ListView>(...views: View[]): Record<`${View}-${ListSort}`, Slots> {
  const lists = views.flatMap((view) =>
    Object.entries(ORDER_SLOTS).map(([sort, slots]) => [`${view}-${sort}`, { ...VIEWS[view], ...slots }]),
  );
  return Object.fromEntries(lists) as Record<`${View}-${ListSort}`, Slots>;
}

/** Returns the slots of each list with each window. */
function inWindows(lists: Record<List, Slots>): Record<`${List}-${Window}`, Slots> {
  const windows = Object.entries(lists).flatMap(([list, slots]) =>
    [WINDOW, WIDE_WINDOW].map((window) => [`${list}-${window}`, { ...slots, window: String(window) }]),
  );
  return Object.fromEntries(windows) as Record<`${List}-${Window}`, Slots>;
}

/** A list of rows with all columns, or only with those of a stamp. */
type Columns<Name extends string> = Name | `${Name}-stamps`;

/** Returns the slots of each list with all columns, and with those of a stamp, for which `stampSlots` may replace some. */
function inColumns<Name extends string>(lists: Record<Name, Slots>, stampSlots: Slots = {}): Record<Columns<Name>, Slots> {
  const stamps = Object.entries<Slots>(lists).map(([list, slots]) => [`${list}-stamps`, { ...slots, ...STAMP_SLOTS, ...stampSlots }]);
  return { ...lists, ...Object.fromEntries(stamps) } as Record<Columns<Name>, Slots>;
}

export type List = `${ListView}-${ListSort}`;
export type GatheredList = `${GatheredView}-${ListSort}`;
/** Number of rows that a statement reads, as a literal: with it the planner prefers the order of an index to sorting the list. */
type Window = typeof WINDOW | typeof WIDE_WINDOW;

const LISTS = slotsOf("folder", "all", "shared", "starred", "trash");
const GATHERED_LISTS = slotsOf("all", "shared", "trash");

/** Parameters that all lists share. */
export type ListValues = [containerId: string, userId: string | null, type: string | null, afterKey: string, afterId: string];
/** The few containers that the caller may read, and the exceptions. */
export type GatherValues = [containerIds: Buffer, shownIds: Buffer, hiddenIds: Buffer];

const url = import.meta.url;
const rowsOf = { listRows: loadFragment(url, "./sql/list-rows.sql"), gatheredRows: loadFragment(url, "./sql/list-gathered-rows.sql") };
/** The condition that the caller may read an item. $6 to $9 are {@link AccessValues}. */
const visible = itemAccess({
  containerIds: "unnest($6::uuid[])",
  inside: "$7::boolean",
  shownIds: "unnest($8::uuid[])",
  hiddenIds: "unnest($9::uuid[])",
});
/** The same for rows of `items i`. */
export const VISIBLE_ITEM = { visible, containerId: "i.container_id", itemId: "i.id" };
/** The rows of the statements that read whole pages have versions. */
const versioned = (rowVersion: string): Slots => ({ ...VERSIONED_SLOTS, rowVersion });
const options = (slots: Slots) => ({ slots: { ...ITEM_SLOTS, ...rowsOf, ...slots }, types: ISO_TIMESTAMPS, isForClient: true });

export const PAGE = loadVariants<VersionedRow, [...ListValues, hiddenIds: Buffer, limit: number], Columns<List>>(
  url,
  "./sql/items-list-page.sql",
  // Rows with few columns pass through the merge of the types in two thirds of the time.
  inColumns(LISTS, { readColumns: `${STAMP_SOURCES}, i.xmin as row_version` }),
  options({
    ...versioned("i.row_version"),
    readColumns: "i.*, i.xmin as row_version",
    readable: "i.id not in (select unnest($6::uuid[]))",
    window: "201",
    limit: "$7::int",
  }),
);

export const GATHER_PAGE = loadVariants<VersionedRow, [...ListValues, ...GatherValues, limit: number], Columns<GatheredList>>(
  url,
  "./sql/items-list-gather-page.sql",
  inColumns(GATHERED_LISTS),
  options({ ...versioned("i.xmin"), limit: "$9::int" }),
);

export const WALK = loadVariants<
  VersionedRow,
  [...ListValues, ...AccessValues, words: string | null, limit: number],
  Columns<`${List}-${Window}`>
>(
  url,
  "./sql/items-list-walk.sql",
  inColumns(inWindows(LISTS)),
  options({
    ...versioned("i.xmin"),
    readColumns: "{id} as id, i.container_id",
    readable: "true",
    limit: "{window}",
    visible,
    containerId: "walked.container_id",
    itemId: "walked.id",
  }),
);

export const GATHER_WALK = loadVariants<
  ReadRow & { walked: number },
  [...ListValues, ...GatherValues, window: number, words: string, limit: number],
  GatheredList
>(url, "./sql/items-list-gather-walk.sql", GATHERED_LISTS, options({ limit: "$9::int" }));

interface EdgeRow {
  id: string;
  sort_key: string;
}

export const EDGE = loadVariants<EdgeRow, ListValues, `${List}-${Window}`>(
  url,
  "./sql/items-list-edge.sql",
  inWindows(LISTS),
  options({ readColumns: "{id} as id", readable: "true", limit: "{window}" }),
);

export const GATHER_EDGE = loadVariants<EdgeRow, [...ListValues, ...GatherValues, window: number], GatheredList>(
  url,
  "./sql/items-list-gather-edge.sql",
  GATHERED_LISTS,
  options({ limit: "$9::int" }),
);

export const AMONG = loadVariants<ReadRow, [...ListValues, ...AccessValues, ids: Buffer, limit: number], List>(
  url,
  "./sql/items-list-among.sql",
  LISTS,
  options(VISIBLE_ITEM),
);

export const NEWEST = loadStatement<
  ReadRow & { certain: boolean; ended: boolean },
  [...ListValues, ...AccessValues, words: string, count: number, limit: number]
>(url, "./sql/items-list-newest.sql", options({ ...IN_WORKSPACE, ...VISIBLE_ITEM, candidatesMax: String(CANDIDATES_MAX) }));

/** Items whose search entries contain the words; one more than {@link CANDIDATES_MAX} where there are more. */
export const CANDIDATES = loadStatement<{ id: string }, [words: string]>(url, "./sql/items-word-candidates.sql", {
  slots: { candidatesMax: String(CANDIDATES_MAX) },
});

/** The items of few containers whose search entries contain the words; null when these have more than the given number of entries. */
export const WORDS_AMONG_FEW = loadStatement<
  { ids: string[] | null },
  [workspaceId: string, containerIds: Buffer, shownIds: Buffer, words: string, most: number]
>(url, "./sql/items-words-among-few.sql");
