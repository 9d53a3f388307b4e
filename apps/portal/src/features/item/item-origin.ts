import { useRouter, type AnyRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { knownLists, readPreference, type ItemType, type ItemView, type ListView } from "../library/index.ts";

/** An item by its name alone. */
export type Listed = Pick<ItemView, "id" | "type">;

/** The page from which somebody came to an item. */
export interface Origin {
  href: string;
  /** Its place in the tab's history. */
  index: number;
  /** What its list held, as far as it was read: lists are forgotten when something in them changes. */
  listed: readonly Listed[];
}

/** The list that a page of the library shows. */
interface ShownList {
  screen: "images" | "videos" | "shared" | "starred" | "trash";
  view: ListView;
  type: ItemType | null;
  folderId: string | null;
}

/** Which of the library's lists stands on a page; null for pages that show none. */
function listOn(path: string, folderId: string | null): ShownList | null {
  switch (path) {
    case "/images":
      return { screen: "images", view: "folder", type: "image", folderId };
    case "/videos":
      return { screen: "videos", view: "folder", type: "video", folderId };
    case "/shared":
      return { screen: "shared", view: "shared", type: null, folderId: null };
    case "/starred":
      return { screen: "starred", view: "starred", type: null, folderId: null };
    case "/trash":
      return { screen: "trash", view: "trash", type: null, folderId: null };
    default:
      return null;
  }
}

function itemsOn(path: string, folderId: string | null): Listed[] {
  const place = listOn(path, folderId);
  if (!place) return [];
  const lists = knownLists().filter(({ list }) => list.view === place.view && list.type === place.type && list.folderId === place.folderId);
  const { sort } = readPreference(place.screen);
  const shown = lists.find(({ list }) => list.sort === sort) ?? lists[0];
  return shown?.data.pages.flatMap((page) => page.items.map(({ id, type }) => ({ id, type }))) ?? [];
}

// It outlives the pages, so that going from item to item does not forget the list.
let known: Origin | null = null;

function lookBack(router: AnyRouter): Origin | null {
  // While a page appears, this is still the one before.
  const before = router.state.resolvedLocation;
  if (!before) known = null;
  else if (!/^\/(?:images|videos)\/./u.test(before.pathname)) {
    const { folder } = before.search as { folder?: unknown };
    known = {
      href: before.href,
      index: before.state.__TSR_index,
      listed: itemsOn(before.pathname, typeof folder === "string" ? folder : null),
    };
  }
  return known;
}

/** Notes where an item is opened from; to be called as soon as its page appears, whether or not the item is there yet. */
export function useLookBack(): void {
  const router = useRouter();
  useState(() => lookBack(router));
}

/**
 * Where this item was opened from, and the way back there: back in the history where that page stands in it, so that it
 * shows the same spot again; else to `fallback`.
 */
export function useOrigin(fallback: string): { origin: Origin | null; backTo: string; goBack: () => void } {
  const router = useRouter();
  const [origin] = useState(() => lookBack(router));
  const backTo = origin?.href ?? fallback;
  const goBack = useCallback(() => {
    const steps = origin ? origin.index - router.state.location.state.__TSR_index : 0;
    if (steps < 0) router.history.go(steps);
    else router.history.push(backTo);
  }, [origin, backTo, router]);
  return { origin, backTo, goBack };
}
