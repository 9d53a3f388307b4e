import { getImage, getShare, listItems, updateItem, type ClientResult } from "@stillreel/contract";
import { infiniteQueryOptions, queryOptions, type InfiniteData } from "@tanstack/react-query";
import i18next from "i18next";
import { toasts } from "@stillreel/ui";
import { client, errorText, queryClient } from "../../api.ts";
import { copyText } from "./clipboard.ts";
import { countsQuery } from "../account/index.ts";
import { mergePage, withoutItem, withItem, withItemFirst } from "./item-pages.ts";
import { offerUndo } from "./undo.ts";

/** An item as the API gives it. Its media URLs live five minutes. */
export type ItemView = ClientResult<typeof getImage>;
export type ItemSort = "newest" | "oldest" | "name";

/** One page of the list, with the time at which its URLs were signed (epoch milliseconds). */
export interface ItemPage {
  items: ItemView[];
  nextCursor: string | null;
  fetchedAt: number;
}
export type ItemPages = InfiniteData<ItemPage, string | undefined>;

const PAGE_SIZE = 50;
/** After this age, in milliseconds, a page's URLs are renewed before they are used again; they die at 300 s. */
export const URL_FRESH_MS = 240_000;

const PERSONAL = { workspaceId: "personal" } as const;
const LISTS = ["items", "list"] as const;
const listKey = (sort: ItemSort) => [...LISTS, sort] as const;
const itemKey = (itemId: string) => ["items", "one", itemId] as const;

async function fetchPage(sort: ItemSort, cursor: string | undefined, signal?: AbortSignal): Promise<ItemPage> {
  const page = await client.call(
    listItems,
    { params: PERSONAL, query: { type: "image", view: "folder", sort, limit: PAGE_SIZE, cursor } },
    { signal },
  );
  return { ...page, fetchedAt: Date.now() };
}

/** The personal space's pictures, page by page. Pages are renewed one at a time (see {@link renewPage}), never all at once. */
export const imagesQuery = (sort: ItemSort) =>
  infiniteQueryOptions({
    queryKey: listKey(sort),
    queryFn: ({ pageParam, signal }) => fetchPage(sort, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: ItemPage) => last.nextCursor ?? undefined,
    staleTime: URL_FRESH_MS,
    gcTime: URL_FRESH_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

const renewing = new Set<string>();

/** Reads one item again, at most once in half a minute. Failures are silent. */
export async function renewItem(itemId: string): Promise<void> {
  if (renewing.has(itemId)) return;
  renewing.add(itemId);
  setTimeout(() => renewing.delete(itemId), 30_000);
  try {
    keepItem(await client.call(getImage, { params: { ...PERSONAL, itemId } }));
  } catch {
    // The old item stays.
  }
}

/**
 * Reads one page of a list again: for fresh media URLs, thumbnails that were missing, and (page 0) what came in meanwhile.
 * Calls for a page that is being read already do nothing. Failures are silent: the old page stays.
 */
export async function renewPage(sort: ItemSort, index: number): Promise<void> {
  const key = `${sort}/${index}`;
  const known = queryClient.getQueryData<ItemPages>(listKey(sort));
  if (!known || index >= known.pages.length || renewing.has(key)) return;
  renewing.add(key);
  try {
    const cursor = known.pageParams[index];
    const page = await fetchPage(sort, cursor);
    queryClient.setQueryData<ItemPages>(listKey(sort), (now) => {
      const old = now?.pages[index];
      if (!now || !old || now.pageParams[index] !== cursor) return now;
      return { ...now, pages: now.pages.with(index, mergePage(old, page, index === 0 && now.pages.length > 1)) };
    });
  } catch {
    // The list stands as it was; the next look at it tries again.
  } finally {
    renewing.delete(key);
  }
}

/** One item. A list that holds it serves as a first sight until the answer is there. */
export const itemQuery = (itemId: string) =>
  queryOptions({
    queryKey: itemKey(itemId),
    queryFn: ({ signal }) => client.call(getImage, { params: { ...PERSONAL, itemId } }, { signal }),
    placeholderData: () => findInLists(itemId),
    staleTime: URL_FRESH_MS,
    gcTime: URL_FRESH_MS,
  });

function findInLists(itemId: string): ItemView | undefined {
  for (const [, data] of queryClient.getQueriesData<ItemPages>({ queryKey: LISTS })) {
    for (const page of data?.pages ?? []) {
      // URLs that are about to die would only make the picture fail.
      if (Date.now() - page.fetchedAt > URL_FRESH_MS) continue;
      const item = page.items.find((candidate) => candidate.id === itemId);
      if (item) return item;
    }
  }
  return undefined;
}

function changeLists(change: (pages: ItemPage[], sort: ItemSort) => ItemPage[]): void {
  for (const [key, data] of queryClient.getQueriesData<ItemPages>({ queryKey: LISTS })) {
    if (data) queryClient.setQueryData<ItemPages>(key, { ...data, pages: change(data.pages, key[2] as ItemSort) });
  }
}

function changeCount(by: number): void {
  queryClient.setQueryData(
    countsQuery.queryKey,
    (counts) => counts && { ...counts, images: Math.max(0, counts.images + by), trash: Math.max(0, counts.trash - by) },
  );
}

/** Puts a changed item into every list and page that shows it. */
export function keepItem(item: ItemView): void {
  changeLists((pages) => withItem(pages, item));
  queryClient.setQueryData(itemKey(item.id), item);
}

/** Shows a new item in the grid at once. Lists in another order are read again, as its place there is the server's to know. */
export function addItem(item: ItemView): void {
  changeLists((pages, sort) => (sort === "newest" ? withItemFirst(pages, item) : pages));
  queryClient.setQueryData(itemKey(item.id), item);
  void refreshLists((sort) => sort !== "newest");
  void queryClient.invalidateQueries({ queryKey: countsQuery.queryKey });
}

async function refreshLists(which: (sort: ItemSort) => boolean): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: LISTS, predicate: (query) => which(query.queryKey[2] as ItemSort) });
}

/** Renames at once; goes back to the old title and tells why when the server refuses. */
export async function renameItem(item: ItemView, title: string): Promise<boolean> {
  keepItem({ ...item, title });
  try {
    keepItem(await client.call(updateItem, { params: { ...PERSONAL, type: item.type, itemId: item.id }, body: { title } }));
    void refreshLists((sort) => sort === "name");
    return true;
  } catch (error) {
    keepItem(item);
    toasts.error(errorText(error));
    return false;
  }
}

/** Moves to trash at once, with a way back in the toast and on ⌘Z; puts it back when the server refuses. */
export async function trashItem(item: ItemView): Promise<boolean> {
  const before = queryClient.getQueriesData<ItemPages>({ queryKey: LISTS });
  changeLists((pages) => withoutItem(pages, item.id));
  changeCount(-1);
  try {
    await client.call(updateItem, { params: { ...PERSONAL, type: item.type, itemId: item.id }, body: { trash: true } });
  } catch (error) {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
    changeCount(1);
    toasts.error(errorText(error));
    return false;
  }
  offerUndo(i18next.t("library:toasts.trashed"), i18next.t("library:actions.undo"), () => restoreItem(item, before));
  return true;
}

async function restoreItem(item: ItemView, before: [readonly unknown[], ItemPages | undefined][]): Promise<void> {
  try {
    await client.call(updateItem, { params: { ...PERSONAL, type: item.type, itemId: item.id }, body: { trash: false } });
  } catch (error) {
    toasts.error(errorText(error));
    return;
  }
  for (const [key, data] of before) if (data && queryClient.getQueryData(key)) queryClient.setQueryData(key, data);
  changeCount(1);
  toasts.show(i18next.t("library:toasts.restored"), { tone: "done" });
  // What came or went while the item lay in the bin.
  await refreshLists(() => true);
}

/** Copies an item's share link; makes the link if there is none yet. */
export async function copyLink(item: Pick<ItemView, "id" | "shareUrl">): Promise<boolean> {
  try {
    await copyText(item.shareUrl ?? makeLink(item.id));
  } catch (error) {
    toasts.error(error instanceof DOMException ? i18next.t("library:toasts.copyFailed") : errorText(error));
    return false;
  }
  toasts.show(i18next.t("library:toasts.linkCopied"), { tone: "done" });
  return true;
}

/** The item's share link, made on the server when there is none. */
export async function makeLink(itemId: string): Promise<string> {
  const share = await client.call(getShare, { params: { ...PERSONAL, itemId } });
  queryClient.setQueryData(["items", "share", itemId], share);
  noteShareUrl(itemId, share.shareUrl);
  return share.shareUrl;
}

/** Tells every list and page that an item's link came or went. */
export function noteShareUrl(itemId: string, shareUrl: string | null): void {
  changeLists((pages) =>
    pages.map((page) => ({ ...page, items: page.items.map((item) => (item.id === itemId ? { ...item, shareUrl } : item)) })),
  );
  queryClient.setQueryData<ItemView>(itemKey(itemId), (item) => item && { ...item, shareUrl });
}

/** Address at which the browser saves the item's file, under its own name. */
export const downloadUrl = (itemId: string): string => `/api/v1/items/${encodeURIComponent(itemId)}/download`;
