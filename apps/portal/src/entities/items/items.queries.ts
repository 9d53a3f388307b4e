import { isApiError } from "@stillreel/client";
import { getImage, getVideo, listItems } from "@stillreel/contract";
import { infiniteQueryOptions, queryOptions, type InfiniteData } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { noteWorkspaces, PERSONAL, spaceOf, type SpaceRef } from "../spaces/space-ref.ts";
import { lightenFar, mergePage, withItems, withPage } from "./item-pages.ts";
import type { ItemPage, ItemSort, ItemType, ItemView, ListName, ListView } from "./item-list.ts";

export type ItemPages = InfiniteData<ItemPage, string | undefined>;

/** Sizes of the first page and of the following pages. */
const FIRST_PAGE = 50;
const NEXT_PAGE = 100;
/** Age in milliseconds after which a page's addresses are renewed before use; they expire after 300 s. */
export const URL_FRESH_MS = 240_000;

const LISTS = ["items", "list"] as const;
/** The items that a dialog offers, by space. */
const FOUND = ["items", "found"] as const;
export const foundKey = (space: SpaceRef) => [...FOUND, space] as const;
const listKey = (list: ListName) => [...LISTS, list] as const;
const itemKey = (itemId: string, asMember: string | null = null) =>
  ["items", "one", itemId, ...(asMember === null ? [] : [asMember])] as const;

/** Returns the name of a list of the personal space. */
export function personalList(view: ListView, type: ItemType | null, sort: ItemSort, folderId: string | null = null): ListName {
  return { workspaceId: PERSONAL, view, type, folderId, sort };
}

/** Returns the name of a list of the open space. */
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

/** Makes an item read-only for a member preview. */
const asReadOnly = (item: ItemView): ItemView => ({ ...item, permission: { read: true, write: false } });

/** Paged query of a list. Pages are renewed individually (see {@link renewPage}), never all together. */
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
    // Pages are replaced completely; comparing ten thousand items per loaded page would slow down scrolling.
    structuralSharing: false,
  });

/** The name of an item with its space. */
export interface ItemName {
  id: string;
  type: ItemType;
  ref: SpaceRef;
  /** The previewed member; absent or null for the user's own view. */
  asMember?: string | null;
}

/** Reads one item. @throws ApiError `not-found` when it does not exist or is not accessible */
export function readItem({ id, type, ref, asMember }: ItemName, signal?: AbortSignal): Promise<ItemView> {
  noteWorkspaces([ref]);
  const args = { params: { workspaceId: ref, itemId: id }, ...(asMember ? { query: { asMember } } : {}) };
  // The routes of boards are not a part of the entry bundle.
  if (type === "board") return import("./read-board.ts").then(({ readBoardItem }) => readBoardItem(id, signal));
  return client.call(type === "image" ? getImage : getVideo, args, { signal });
}

const renewing = new Set<string>();
/** Pages that changed after an active request had started. */
const outdated = new Set<string>();

/** Number of changes by this page that the server has not confirmed. */
let unconfirmed = 0;
/** Number of starts and ends of such changes. */
let revision = 0;
/** Reads of pages whose response may predate a change. They are repeated after the last change. */
const deferred = new Map<string, () => void>();

/** Marks the start of a change, so that responses which may predate it do not replace the cached items. Returns the function that ends it. */
export function beginChange(): () => void {
  unconfirmed += 1;
  revision += 1;
  return () => {
    unconfirmed -= 1;
    revision += 1;
    if (unconfirmed > 0) return;
    const reads = [...deferred.values()];
    deferred.clear();
    for (const read of reads) read();
  };
}

/** Reads one item again, at most once in half a minute. Errors are ignored. */
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
 * Refetches one page of a list: for new media addresses, missing thumbnails and (page 0) new items. A page that is already being
 * read is read once more only after a change. Errors are ignored: the cached page stays.
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
    const startedIn = revision;
    const page = await fetchPage(list, cursor);
    if (unconfirmed > 0) deferred.set(key, () => void renewPage(list, index, true));
    else if (revision !== startedIn) outdated.add(key);
    else
      changeList(list, (pages, params) => {
        const old = pages[index];
        if (!old || params[index] !== cursor) return pages;
        return withPage(pages, index, mergePage(old, page, index === 0 && pages.length > 1));
      });
  } catch (error) {
    // Inaccessible items must not stay visible. Otherwise the cached list stays and the next request retries.
    if (isApiError(error, "not-found", "forbidden")) void queryClient.resetQueries({ queryKey: listKey(list), exact: true });
  } finally {
    renewing.delete(key);
  }
  if (outdated.delete(key)) await renewPage(list, index);
}

/** Removes large data from the pages of a list that are far from the viewport. */
export function lightenList(list: ListName, firstPage: number, lastPage: number): void {
  changeList(list, (pages) => lightenFar(pages, firstPage, lastPage));
}

/**
 * Query of one item, as the user or a member sees it. In the user's own view, a cached list or a recent member preview serves as
 * placeholder until the response arrives.
 */
export const itemQuery = (itemId: string, type: ItemType = "image", ref: SpaceRef = PERSONAL, asMember: string | null = null) =>
  queryOptions({
    queryKey: itemKey(itemId, asMember),
    queryFn: ({ signal }) => readItem({ id: itemId, type, ref, asMember }, signal),
    // Lists of a member preview do not contain the member's write permission.
    placeholderData: () => (asMember === null ? (findInLists(itemId) ?? seenAsMember(itemId)) : undefined),
    staleTime: URL_FRESH_MS,
    gcTime: URL_FRESH_MS,
  });

/** Returns every cached list with its name. */
export const knownLists = (): { list: ListName; data: ItemPages }[] =>
  queryClient.getQueriesData<ItemPages>({ queryKey: LISTS }).flatMap(([key, data]) => (data ? [{ list: key[2] as ListName, data }] : []));

/** Returns the cached items that match; the user's own view takes precedence over previews. */
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
      // Addresses that are about to expire would make the picture fail.
      if (Date.now() - page.fetchedAt > URL_FRESH_MS) continue;
      const item = page.items.find((candidate) => candidate.id === itemId);
      if (item) return item;
    }
  }
  return undefined;
}

/** Returns the loaded pages of a list. */
export const loadedPages = (list: ListName): readonly ItemPage[] => queryClient.getQueryData<ItemPages>(listKey(list))?.pages ?? [];

function changeList(list: ListName, change: (pages: ItemPage[], params: ItemPages["pageParams"]) => ItemPage[]): void {
  const data = queryClient.getQueryData<ItemPages>(listKey(list));
  const pages = data && change(data.pages, data.pageParams);
  // Setting equal data would notify every subscriber.
  if (data && pages && pages !== data.pages) queryClient.setQueryData<ItemPages>(listKey(list), { ...data, pages });
}

/** Changes the pages of every cached list. */
export function changeLists(change: (pages: ItemPage[], list: ListName) => ItemPage[]): void {
  for (const { list } of knownLists()) changeList(list, (pages) => change(pages, list));
}

/** Puts changed items into every list they belong to, removes them from others, and updates their own queries. */
export function cacheItems(items: readonly ItemView[]): void {
  changeLists((pages, list) => withItems(pages, list, list.asMember === undefined ? items : items.map(asReadOnly)));
  for (const item of items) {
    if (queryClient.getQueryData(itemKey(item.id))) queryClient.setQueryData(itemKey(item.id), item);
  }
}

/** Puts one item from the server into every list and query. */
export function cacheItem(item: ItemView): void {
  cacheItems([item]);
  queryClient.setQueryData(itemKey(item.id), item);
}

/** Removes a permanently deleted item from the cache. */
export function forgetItem(itemId: string): void {
  queryClient.removeQueries({ queryKey: itemKey(itemId) });
}

/** Invalidates inactive lists, and refetches the first page of the visible list. */
export function refreshLists(isMeant: (list: ListName) => boolean = () => true): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: LISTS })) {
    const list = query.queryKey[2] as ListName;
    if (!isMeant(list)) continue;
    if (query.isActive()) void renewPage(list, 0);
    else queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
  }
}

/**
 * Refetches changes of a space (null: of all): the first page of visible lists (for new items), the pages with changed items, and
 * these items' queries. With null for `ids` anything may have changed: pages are read when they become visible.
 */
export function refreshAfter(ids: ReadonlySet<string> | null, ref: SpaceRef | null = null): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: LISTS })) {
    const list = query.queryKey[2] as ListName;
    if (ref !== null && list.workspaceId !== ref) continue;
    if (!query.isActive()) {
      queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
      continue;
    }
    const pages = loadedPages(list);
    if (ids === null) {
      // One millisecond means "old" but not "removed": the grid renews such pages when they become visible.
      changeList(list, (now) => now.map((page, index) => (index === 0 || page.fetchedAt === 0 ? page : { ...page, fetchedAt: 1 })));
    }
    for (const [index, page] of pages.entries()) {
      if (index === 0 || (ids !== null && page.items.some((item) => ids.has(item.id)))) void renewPage(list, index, true);
    }
  }
  void queryClient.invalidateQueries({ queryKey: ref === null ? FOUND : foundKey(ref) });
  const ones = queryClient.getQueryCache().findAll({ queryKey: ["items", "one"] });
  for (const query of ones) {
    const item = query.state.data as ItemView | undefined;
    if (ids !== null ? !ids.has(query.queryKey[2] as string) : ref !== null && item !== undefined && spaceOf(item) !== ref) continue;
    void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** Number of pages of the visible list that are refetched immediately after a permission change; others follow on scrolling. */
const REREAD_PAGES = 5;

/**
 * Refetches everything of a workspace after a permission change: inaccessible content disappears from the screen, and the
 * permissions of the remaining content are updated.
 */
export function rereadSpace(ref: SpaceRef): void {
  void queryClient.invalidateQueries({ queryKey: foundKey(ref) });
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
