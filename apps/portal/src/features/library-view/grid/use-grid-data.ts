import { useEffect, useMemo } from "react";
import type { ItemPage, ItemView, ListName } from "../../../entities/items/item-list.ts";
import { lightenList, loadedPages, renewItem, renewPage, URL_FRESH_MS } from "../../../entities/items/items.queries.ts";

/** Poll intervals for a missing thumbnail in milliseconds. The grid stops after the last one. */
const POLL_PAUSES_MS = [1000, 1000, 1000, 2000, 4000, 8000, 15_000, 30_000] as const;
/** Minimum age in milliseconds for a refetch on window focus. */
const FOCUS_PAUSE_MS = 5000;
/** A picture that fails with a younger address, in milliseconds, is broken, not expired. */
const BROKEN_AGE_MS = 30_000;

/** Returns an item with the index of its page. */
function locate(pages: readonly ItemPage[], itemId: string): { pageIndex: number; item: ItemView } | undefined {
  for (const [pageIndex, page] of pages.entries()) {
    const item = page.items.find((candidate) => candidate.id === itemId);
    if (item) return { pageIndex, item };
  }
  return undefined;
}

const isArriving = (item: ItemView): boolean => item.stage !== "failed" && (item.thumbnailUrl === null || item.stage !== "ready");

/** Polls for thumbnails in progress: frequently at first, then less often. */
export function useThumbnailPolling(list: ListName, pages: readonly ItemPage[]): void {
  const pending = useMemo(
    () => pages.map((page) => (page.fetchedAt === 0 ? [] : page.items.filter(isArriving).map((item) => item.id))),
    [pages],
  );
  const key = pending.flat().join(" ");
  useEffect(() => {
    if (key === "") return undefined;
    const waiting = pending.flatMap((ids, index) => (ids.length > 0 ? [index] : []));
    let timer: ReturnType<typeof setTimeout>;
    const next = (attempt: number): void => {
      const pause = POLL_PAUSES_MS[attempt];
      if (pause === undefined) return;
      timer = setTimeout(() => {
        if (document.visibilityState === "visible") for (const index of waiting) void renewPage(list, index);
        next(attempt + 1);
      }, pause);
    };
    next(0);
    return () => clearTimeout(timer);
    // The timetable restarts only when other items wait, not with every response.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the effect must follow the listed values only
  }, [list, key]);
}

/** Refetches the first page on window focus: captures made elsewhere appear. */
export function useFreshOnFocus(list: ListName, fetchedAt: number | undefined): void {
  useEffect(() => {
    const refresh = (): void => {
      if (document.visibilityState === "visible" && fetchedAt !== undefined && Date.now() - fetchedAt > FOCUS_PAUSE_MS)
        void renewPage(list, 0);
    };
    window.addEventListener("focus", refresh);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      window.removeEventListener("focus", refresh);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [list, fetchedAt]);
}

/** Renews the pages of visible and following items before their addresses expire, and reduces distant pages. */
export function renewInView(list: ListName, pages: readonly ItemPage[], first: number, last: number): void {
  let start = 0;
  let firstPage = pages.length;
  let lastPage = -1;
  for (const [index, page] of pages.entries()) {
    const end = start + page.items.length;
    if (start <= last && end > first) {
      firstPage = Math.min(firstPage, index);
      lastPage = index;
    }
    start = end;
  }
  if (lastPage < 0) return;
  for (let index = Math.max(0, firstPage - 1); index <= Math.min(pages.length - 1, lastPage + 1); index += 1) {
    const page = pages[index];
    if (page && Date.now() - page.fetchedAt > URL_FRESH_MS) void renewPage(list, index);
  }
  lightenList(list, firstPage, lastPage);
}

/** Requests a new address for a picture that failed to load, if the old one may have expired. */
export function renewPicture(list: ListName, itemId: string): void {
  const pages = loadedPages(list);
  const found = locate(pages, itemId);
  const page = found && pages[found.pageIndex];
  if (!found || !page) return;
  if (Date.now() - page.fetchedAt > BROKEN_AGE_MS) void renewPage(list, found.pageIndex);
  // Items beyond the page's end are not part of its response.
  else void renewItem(found.item);
}
