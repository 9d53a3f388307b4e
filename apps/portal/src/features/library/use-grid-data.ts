import { useEffect, useMemo } from "react";
import { renewItem, renewPage, URL_FRESH_MS, type ItemPage, type ItemSort, type ItemView } from "./library.queries.ts";

/** Pauses between looks for a thumbnail that is being made, in milliseconds. After the last one the grid stops asking. */
const POLL_PAUSES_MS = [1000, 1000, 1000, 2000, 4000, 8000, 15_000, 30_000] as const;
/** A page that was read a moment ago is not read again because the window got the focus. */
const FOCUS_PAUSE_MS = 5000;
/** A picture that fails although its address is this young, in milliseconds, is broken, not expired. */
const BROKEN_AGE_MS = 30_000;

/** Where an item stands: its page, and its place in it. */
function locate(pages: readonly ItemPage[], itemId: string): { pageIndex: number; index: number } | undefined {
  for (const [pageIndex, page] of pages.entries()) {
    const index = page.items.findIndex((item) => item.id === itemId);
    if (index >= 0) return { pageIndex, index };
  }
  return undefined;
}

const lacksThumbnail = (item: ItemView): boolean => item.thumbnailUrl === null && item.stage !== "failed";

/** Looks again for thumbnails that are still being made: soon at first, then ever more rarely. */
export function useThumbnailPolling(sort: ItemSort, pages: readonly ItemPage[]): void {
  const pending = useMemo(() => pages.map((page) => page.items.filter(lacksThumbnail).map((item) => item.id)), [pages]);
  const key = pending.flat().join(" ");
  useEffect(() => {
    if (key === "") return undefined;
    const waiting = pending.flatMap((ids, index) => (ids.length > 0 ? [index] : []));
    let timer: ReturnType<typeof setTimeout>;
    const next = (attempt: number): void => {
      const pause = POLL_PAUSES_MS[attempt];
      if (pause === undefined) return;
      timer = setTimeout(() => {
        if (document.visibilityState === "visible") for (const index of waiting) void renewPage(sort, index);
        next(attempt + 1);
      }, pause);
    };
    next(0);
    return () => clearTimeout(timer);
    // The timetable starts anew only when other items wait, not with every answer.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [sort, key]);
}

/** Reads the first page again when the person comes back to the tab: captures made elsewhere then stand there. */
export function useFreshOnFocus(sort: ItemSort, fetchedAt: number | undefined): void {
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === "visible" && fetchedAt !== undefined && Date.now() - fetchedAt > FOCUS_PAUSE_MS)
        void renewPage(sort, 0);
    };
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [sort, fetchedAt]);
}

/** Renews the pages of the items in view before their media URLs die. */
export function renewIfOld(sort: ItemSort, pages: readonly ItemPage[], first: number, last: number): void {
  let start = 0;
  for (const [index, page] of pages.entries()) {
    const end = start + page.items.length;
    if (start <= last && end > first && Date.now() - page.fetchedAt > URL_FRESH_MS) void renewPage(sort, index);
    start = end;
  }
}

/** Gets a new address for a picture that failed to load, once its old one can have expired. */
export function renewPicture(sort: ItemSort, pages: readonly ItemPage[], itemId: string): void {
  const place = locate(pages, itemId);
  const page = place && pages[place.pageIndex];
  if (!place || !page) return;
  if (Date.now() - page.fetchedAt > BROKEN_AGE_MS) void renewPage(sort, place.pageIndex);
  // Items that newer ones pushed past the page's end are not part of its answer.
  else if (place.index >= 50) void renewItem(itemId);
}
