import { getImage, getVideo, listItems } from "@stillreel/contract";
import { infiniteQueryOptions, queryOptions, type InfiniteData } from "@tanstack/react-query";
import { client, queryClient } from "../../api.ts";
import { lightenFar, mergePage, withItems, withPage } from "./item-pages.ts";
import type { ItemPage, ItemSort, ItemType, ItemView, ListName, ListView } from "./library-list.ts";

export type ItemPages = InfiniteData<ItemPage, string | undefined>;

/** What the first screen needs at once, and what scrolling on asks for. */
const FIRST_PAGE = 50;
const NEXT_PAGE = 100;
/** After this age, in milliseconds, a page's URLs are renewed before they are used again; they die at 300 s. */
export const URL_FRESH_MS = 240_000;

const LISTS = ["items", "list"] as const;
const listKey = (list: ListName) => [...LISTS, list] as const;
const itemKey = (itemId: string) => ["items", "one", itemId] as const;

/** Name of a list of the personal space. */
export function personalList(view: ListView, type: ItemType | null, sort: ItemSort, folderId: string | null = null): ListName {
  return { workspaceId: "personal", view, type, folderId, sort };
}

async function fetchPage(list: ListName, cursor: string | undefined, signal?: AbortSignal): Promise<ItemPage> {
  const { workspaceId, view, type, folderId, sort } = list;
  const page = await client.call(
    listItems,
    {
      params: { workspaceId },
      query: {
        type: type ?? undefined,
        folderId: folderId ?? undefined,
        view,
        sort,
        limit: cursor === undefined ? FIRST_PAGE : NEXT_PAGE,
        cursor,
      },
    },
    { signal },
  );
  return { ...page, fetchedAt: Date.now() };
}

/** A list, page by page. Pages are renewed one at a time (see {@link renewPage}), never all at once. */
export const listQuery = (list: ListName) =>
  infiniteQueryOptions({
    queryKey: listKey(list),
    queryFn: ({ pageParam, signal }) => fetchPage(list, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: ItemPage) => last.nextCursor ?? undefined,
    staleTime: URL_FRESH_MS,
    gcTime: URL_FRESH_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Pages are replaced whole; comparing ten thousand items with every page that comes would be felt while scrolling.
    structuralSharing: false,
  });

const readItem = (item: { id: string; type: ItemType }, signal?: AbortSignal): Promise<ItemView> =>
  client.call(item.type === "image" ? getImage : getVideo, { params: { workspaceId: "personal", itemId: item.id } }, { signal });

const renewing = new Set<string>();
/** Pages of which there are news that a read under way may not know. */
const outdated = new Set<string>();

/** Reads one item again, at most once in half a minute. Failures are silent. */
export async function renewItem(item: { id: string; type: ItemType }): Promise<void> {
  if (renewing.has(item.id)) return;
  renewing.add(item.id);
  setTimeout(() => renewing.delete(item.id), 30_000);
  try {
    keepItem(await readItem(item));
  } catch {
    // The old item stays.
  }
}

/**
 * Reads one page of a list again: for fresh media URLs, thumbnails that were missing, and (page 0) what came in meanwhile.
 * A page that is being read already is read once more only when there are news of it. Failures are silent: the old page stays.
 */
export async function renewPage(list: ListName, index: number, hasNews = false): Promise<void> {
  const key = `${JSON.stringify(list)}/${index}`;
  const known = queryClient.getQueryData<ItemPages>(listKey(list));
  if (!known || index >= known.pages.length) return;
  if (renewing.has(key)) {
    if (hasNews) outdated.add(key);
    return;
  }
  renewing.add(key);
  try {
    const cursor = known.pageParams[index];
    const page = await fetchPage(list, cursor);
    changeList(list, (pages, params) => {
      const old = pages[index];
      if (!old || params[index] !== cursor) return pages;
      return withPage(pages, index, mergePage(old, page, index === 0 && pages.length > 1));
    });
  } catch {
    // The list stands as it was; the next look at it tries again.
  } finally {
    renewing.delete(key);
  }
  if (outdated.delete(key)) await renewPage(list, index);
}

/** Lets go of what is heavy in the pages of a list that are far from those in view. */
export function lightenList(list: ListName, firstPage: number, lastPage: number): void {
  changeList(list, (pages) => lightenFar(pages, firstPage, lastPage));
}

/** One item. A list that holds it serves as a first sight until the answer is there. */
export const itemQuery = (itemId: string, type: ItemType = "image") =>
  queryOptions({
    queryKey: itemKey(itemId),
    queryFn: ({ signal }) => readItem({ id: itemId, type }, signal),
    placeholderData: () => findInLists(itemId),
    staleTime: URL_FRESH_MS,
    gcTime: URL_FRESH_MS,
  });

/** Every list that is known on this page, with its name. */
export const knownLists = (): { list: ListName; data: ItemPages }[] =>
  queryClient.getQueriesData<ItemPages>({ queryKey: LISTS }).flatMap(([key, data]) => (data ? [{ list: key[2] as ListName, data }] : []));

/** Every item that is known on this page and one looks for, as it was last seen. */
export function knownItems(isWanted: (item: ItemView) => boolean): ItemView[] {
  const found = new Map<string, ItemView>();
  for (const { data } of knownLists())
    for (const page of data.pages) for (const item of page.items) if (isWanted(item)) found.set(item.id, item);
  for (const [, item] of queryClient.getQueriesData<ItemView>({ queryKey: ["items", "one"] }))
    if (item && isWanted(item)) found.set(item.id, item);
  return [...found.values()];
}

function findInLists(itemId: string): ItemView | undefined {
  for (const { data } of knownLists()) {
    for (const page of data.pages) {
      // URLs that are about to die would only make the picture fail.
      if (Date.now() - page.fetchedAt > URL_FRESH_MS) continue;
      const item = page.items.find((candidate) => candidate.id === itemId);
      if (item) return item;
    }
  }
  return undefined;
}

function changeList(list: ListName, change: (pages: ItemPage[], params: ItemPages["pageParams"]) => ItemPage[]): void {
  const data = queryClient.getQueryData<ItemPages>(listKey(list));
  const pages = data && change(data.pages, data.pageParams);
  // Setting the same data again would wake everything that looks at it.
  if (data && pages && pages !== data.pages) queryClient.setQueryData<ItemPages>(listKey(list), { ...data, pages });
}

/** Changes the pages of every list that is known. */
export function changeLists(change: (pages: ItemPage[], list: ListName) => ItemPage[]): void {
  for (const { list } of knownLists()) changeList(list, (pages) => change(pages, list));
}

/** Puts changed items into every list that they belong to, out of those that they left, and into their own pages' queries. */
export function keepItems(items: readonly ItemView[]): void {
  changeLists((pages, list) => withItems(pages, list, items));
  for (const item of items) {
    if (queryClient.getQueryData(itemKey(item.id))) queryClient.setQueryData(itemKey(item.id), item);
  }
}

/** Puts one item that the server gave into every list and page that shows it. */
export function keepItem(item: ItemView): void {
  keepItems([item]);
  queryClient.setQueryData(itemKey(item.id), item);
}

/** Forgets an item that is gone for good. */
export function forgetItem(itemId: string): void {
  queryClient.removeQueries({ queryKey: itemKey(itemId) });
}

/** Lists that nobody looks at are read anew when somebody does; of the one on screen the first page is read again. */
export function refreshLists(isMeant: (list: ListName) => boolean = () => true): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: LISTS })) {
    const list = query.queryKey[2] as ListName;
    if (!isMeant(list)) continue;
    if (query.isActive()) void renewPage(list, 0);
    else queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
  }
}

/**
 * Reads again what others changed: the first page of the lists on screen (new items stand there), the pages that hold the
 * changed items, and these items' own pages. With null anything may have changed: pages in view are read when they are seen.
 */
export function refreshAfter(ids: ReadonlySet<string> | null): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: LISTS })) {
    const list = query.queryKey[2] as ListName;
    if (!query.isActive()) {
      queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
      continue;
    }
    const pages = queryClient.getQueryData<ItemPages>(listKey(list))?.pages ?? [];
    if (ids === null) {
      // One millisecond is "old" without being "let go": the grid renews such pages when they come into view.
      changeList(list, (now) => now.map((page, index) => (index === 0 || page.fetchedAt === 0 ? page : { ...page, fetchedAt: 1 })));
    }
    for (const [index, page] of pages.entries()) {
      if (index === 0 || (ids !== null && page.items.some((item) => ids.has(item.id)))) void renewPage(list, index, true);
    }
  }
  const ones = queryClient.getQueryCache().findAll({ queryKey: ["items", "one"] });
  for (const query of ones) {
    if (ids !== null && !ids.has(query.queryKey[2] as string)) continue;
    void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}
