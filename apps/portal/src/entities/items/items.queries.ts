import { isApiError } from "@stillreel/client";
import { getImage, getVideo, listItems } from "@stillreel/contract";
import { infiniteQueryOptions, queryOptions, type InfiniteData } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { noteWorkspaces, PERSONAL, spaceOf, type SpaceRef } from "../spaces/space-ref.ts";
import { lightenFar, mergePage, withItems, withPage } from "./item-pages.ts";
import type { ItemPage, ItemSort, ItemType, ItemView, ListName, ListView } from "./item-list.ts";

export type ItemPages = InfiniteData<ItemPage, string | undefined>;

/** What the first screen needs at once, and what scrolling on asks for. */
const FIRST_PAGE = 50;
const NEXT_PAGE = 100;
/** After this age, in milliseconds, a page's URLs are renewed before they are used again; they die at 300 s. */
export const URL_FRESH_MS = 240_000;

const LISTS = ["items", "list"] as const;
const listKey = (list: ListName) => [...LISTS, list] as const;
const itemKey = (itemId: string, asMember: string | null = null) =>
  ["items", "one", itemId, ...(asMember === null ? [] : [asMember])] as const;

/** Name of a list of the personal space. */
export function personalList(view: ListView, type: ItemType | null, sort: ItemSort, folderId: string | null = null): ListName {
  return { workspaceId: PERSONAL, view, type, folderId, sort };
}

/** Name of a list of the space on the screen. */
export function listIn(space: { ref: SpaceRef; asMember: string | null }, name: Omit<ListName, "workspaceId" | "asMember">): ListName {
  return { workspaceId: space.ref, ...name, ...(space.asMember === null ? {} : { asMember: space.asMember }) };
}

async function fetchPage(list: ListName, cursor: string | undefined, signal?: AbortSignal): Promise<ItemPage> {
  const { workspaceId, view, type, folderId, sort, asMember } = list;
  noteWorkspaces([workspaceId]);
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
        asMember,
      },
    },
    { signal },
  );
  const items = asMember === undefined ? page.items : page.items.map(asReadOnly);
  return { ...page, items, fetchedAt: Date.now() };
}

/** What another sees is looked at, not changed. */
const asReadOnly = (item: ItemView): ItemView => ({ ...item, permission: { read: true, write: false } });

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

/** An item by its name alone, and the space that it is looked for in. */
export interface ItemName {
  id: string;
  type: ItemType;
  ref: SpaceRef;
  /** The member whose view of it is shown; absent or null for one's own. */
  asMember?: string | null;
}

/** Reads one item. @throws ApiError `not-found` where it is not, not there, or not to be seen */
export function readItem({ id, type, ref, asMember }: ItemName, signal?: AbortSignal): Promise<ItemView> {
  noteWorkspaces([ref]);
  const args = { params: { workspaceId: ref, itemId: id }, ...(asMember ? { query: { asMember } } : {}) };
  return client.call(type === "image" ? getImage : getVideo, args, { signal });
}

const renewing = new Set<string>();
/** Pages of which there are news that a read under way may not know. */
const outdated = new Set<string>();

/** Reads one item again, at most once in half a minute. Failures are silent. */
export async function renewItem(item: Pick<ItemView, "id" | "type" | "workspaceId">): Promise<void> {
  if (renewing.has(item.id)) return;
  renewing.add(item.id);
  setTimeout(() => renewing.delete(item.id), 30_000);
  try {
    cacheItem(await readItem({ id: item.id, type: item.type, ref: spaceOf(item) }));
  } catch {
    // The old item stays.
  }
}

/**
 * Reads one page of a list again: for fresh media URLs, thumbnails that were missing, and (page 0) what came in meanwhile.
 * A page that is being read already is read once more only when there are news of it. Failures are silent: the old page stays.
 */
export async function renewPage(list: ListName, index: number, hasChanges = false): Promise<void> {
  const key = `${JSON.stringify(list)}/${index}`;
  const known = queryClient.getQueryData<ItemPages>(listKey(list));
  if (!known || index >= known.pages.length) return;
  if (renewing.has(key)) {
    if (hasChanges) outdated.add(key);
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
  } catch (error) {
    // What one may not see any more must not stay on the screen. Else the list stands as it was; the next look at it tries again.
    if (isApiError(error, "not-found", "forbidden")) void queryClient.resetQueries({ queryKey: listKey(list), exact: true });
  } finally {
    renewing.delete(key);
  }
  if (outdated.delete(key)) await renewPage(list, index);
}

/** Lets go of what is heavy in the pages of a list that are far from those in view. */
export function lightenList(list: ListName, firstPage: number, lastPage: number): void {
  changeList(list, (pages) => lightenFar(pages, firstPage, lastPage));
}

/**
 * One item, as one sees it or a member does. In one's own view, a list that holds it serves as a first sight until the answer is
 * there, and so does what a member saw of it a moment ago.
 */
export const itemQuery = (itemId: string, type: ItemType = "image", ref: SpaceRef = PERSONAL, asMember: string | null = null) =>
  queryOptions({
    queryKey: itemKey(itemId, asMember),
    queryFn: ({ signal }) => readItem({ id: itemId, type, ref, asMember }, signal),
    // Lists of what a member sees do not tell whether they may change it.
    placeholderData: () => (asMember === null ? (findInLists(itemId) ?? seenAsMember(itemId)) : undefined),
    staleTime: URL_FRESH_MS,
    gcTime: URL_FRESH_MS,
  });

/** Every list that is known on this page, with its name. */
export const knownLists = (): { list: ListName; data: ItemPages }[] =>
  queryClient.getQueriesData<ItemPages>({ queryKey: LISTS }).flatMap(([key, data]) => (data ? [{ list: key[2] as ListName, data }] : []));

/** Every item that is known on this page and one looks for, as it was last seen; by oneself, where one did not only look as a member. */
export function knownItems(isWanted: (item: ItemView) => boolean): ItemView[] {
  const [own, seenByMember] = [new Map<string, ItemView>(), new Map<string, ItemView>()];
  for (const { list, data } of knownLists()) {
    const found = list.asMember === undefined ? own : seenByMember;
    for (const page of data.pages) for (const item of page.items) if (isWanted(item)) found.set(item.id, item);
  }
  for (const [[, , , asMember], item] of queryClient.getQueriesData<ItemView>({ queryKey: ["items", "one"] }))
    if (item && isWanted(item)) (asMember === undefined ? own : seenByMember).set(item.id, item);
  return [...new Map([...seenByMember, ...own]).values()];
}

function seenAsMember(itemId: string): ItemView | undefined {
  return queryClient.getQueriesData<ItemView>({ queryKey: itemKey(itemId) }).find(([, item]) => item !== undefined)?.[1];
}

function findInLists(itemId: string): ItemView | undefined {
  for (const { list, data } of knownLists()) {
    if (list.asMember !== undefined) continue;
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
export function cacheItems(items: readonly ItemView[]): void {
  changeLists((pages, list) => withItems(pages, list, list.asMember === undefined ? items : items.map(asReadOnly)));
  for (const item of items) {
    if (queryClient.getQueryData(itemKey(item.id))) queryClient.setQueryData(itemKey(item.id), item);
  }
}

/** Puts one item that the server gave into every list and page that shows it. */
export function cacheItem(item: ItemView): void {
  cacheItems([item]);
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
 * Reads again what others changed in a space (null: in all of them): the first page of the lists on screen (new items stand
 * there), the pages that hold the changed items, and these items' own pages. With null for `ids` anything may have changed:
 * pages in view are read when they are seen.
 */
export function refreshAfter(ids: ReadonlySet<string> | null, ref: SpaceRef | null = null): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: LISTS })) {
    const list = query.queryKey[2] as ListName;
    if (ref !== null && list.workspaceId !== ref) continue;
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
    const item = query.state.data as ItemView | undefined;
    if (ids !== null ? !ids.has(query.queryKey[2] as string) : ref !== null && item !== undefined && spaceOf(item) !== ref) continue;
    void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** So many pages of a list on the screen are read again at once when rights changed; the others when somebody scrolls there. */
const REREAD_PAGES = 5;

/**
 * Reads everything of a workspace anew because rights in it changed: what one may not see any more leaves the screen, wherever
 * it stood, and what can be done with the rest is told again.
 */
export function rereadSpace(ref: SpaceRef): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: LISTS })) {
    const list = query.queryKey[2] as ListName;
    if (list.workspaceId !== ref) continue;
    const { queryKey } = query;
    if (!query.isActive()) {
      queryClient.removeQueries({ queryKey, exact: true });
      continue;
    }
    queryClient.setQueryData<ItemPages>(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, REREAD_PAGES), pageParams: data.pageParams.slice(0, REREAD_PAGES) },
    );
    void queryClient.invalidateQueries({ queryKey, exact: true });
  }
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ["items", "one"] })) {
    const item = query.state.data as ItemView | undefined;
    if (item && spaceOf(item) === ref) void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}
