import { useRouter, type AnyRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { knownLists } from "../../entities/items/items.queries.ts";
import { readPreference } from "../../entities/items/view-preference.ts";
import type { ItemType, ItemView, ListView } from "../../entities/items/item-list.ts";
import { folderPath, locationAt, type Addressed, type LibraryLocation } from "../../entities/spaces/addresses.ts";
import { PERSONAL, spaceOf } from "../../entities/spaces/space-ref.ts";
import { previewedIn } from "../../entities/spaces/preview.ts";

/** An item's address. */
export type Listed = Addressed;

/** Returns the address of the folder that contains an item. */
export function homeOf(item: Pick<ItemView, "workspaceId" | "type" | "parentId">): string {
  const ref = spaceOf(item);
  return folderPath({ ref, kind: ref === PERSONAL ? item.type : "mixed", folderId: item.parentId });
}

/** The page from which an item was opened. */
export interface Origin {
  href: string;
  /** Its index in the tab's history. */
  index: number;
  /** The previewed member on that page; null for the user's own view. */
  asMember: string | null;
  /** Loaded items of its list. They are stored because lists are removed from the cache after a change. */
  listed: readonly Listed[];
}

/** List of each library page. With mixed types a filter may exclude one: any list of the folder is suitable. */
const LISTS: Record<LibraryLocation["screen"], { view: ListView; type?: ItemType | null }> = {
  images: { view: "folder", type: "image" },
  videos: { view: "folder", type: "video" },
  boards: { view: "folder", type: "board" },
  shared: { view: "shared" },
  starred: { view: "starred" },
  trash: { view: "trash" },
  files: { view: "folder" },
  all: { view: "all" },
};

function itemsOn(location: LibraryLocation, asMember: string | null): Listed[] {
  const { view, type } = LISTS[location.screen];
  const lists = knownLists().filter(
    ({ list }) =>
      list.workspaceId === location.ref &&
      (list.asMember ?? null) === asMember &&
      list.view === view &&
      list.folderId === location.folderId &&
      (type === undefined || list.type === type),
  );
  const { sort, type: shownType } = readPreference(location.screen);
  const shown = lists.find(({ list }) => list.sort === sort && (type !== undefined || list.type === shownType)) ?? lists[0];
  return shown?.data.pages.flatMap((page) => page.items.map(({ id, type: kind, workspaceId }) => ({ id, type: kind, workspaceId }))) ?? [];
}

// It outlives the pages, so that navigation between items does not lose the list.
let known: Origin | null = null;

function readOrigin(router: AnyRouter): Origin | null {
  // During the first render the resolved location is still the previous page.
  const before = router.state.resolvedLocation;
  if (!before) known = null;
  else if (!/^(?:\/w\/[^/]+)?\/(?:images|videos|boards)\/./u.test(before.pathname)) {
    const { folder } = before.search as { folder?: unknown };
    const location = locationAt(before.pathname, typeof folder === "string" ? folder : undefined);
    const asMember = location && previewedIn(location.ref);
    known = { href: before.href, index: before.state.__TSR_index, asMember, listed: location ? itemsOn(location, asMember) : [] };
  }
  return known;
}

/** Stores where an item is opened from; called on mount of its page, before the item is loaded. */
export function useRememberOrigin(): void {
  const router = useRouter();
  useState(() => readOrigin(router));
}

/**
 * Returns where this item was opened from and a function that returns there: back in the history when possible, which restores
 * the scroll position; otherwise to `fallback`.
 */
export function useOrigin(fallback: string): { origin: Origin | null; backTo: string; goBack: () => void } {
  const router = useRouter();
  const [origin] = useState(() => readOrigin(router));
  const backTo = origin?.href ?? fallback;
  const goBack = useCallback(() => {
    const steps = origin ? origin.index - router.state.location.state.__TSR_index : 0;
    if (steps < 0) router.history.go(steps);
    else router.history.push(backTo);
  }, [origin, backTo, router]);
  return { origin, backTo, goBack };
}
