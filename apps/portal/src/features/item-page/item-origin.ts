import { useRouter, type AnyRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { knownLists } from "../../entities/items/items.queries.ts";
import { readPreference } from "../../entities/items/view-preference.ts";
import type { ItemType, ItemView, ListView } from "../../entities/items/item-list.ts";
import { folderPath, locationAt, type Addressed, type LibraryLocation } from "../../entities/spaces/addresses.ts";
import { PERSONAL, spaceOf } from "../../entities/spaces/space-ref.ts";
import { previewedIn } from "../../entities/spaces/preview.ts";

/** An item by its address alone. */
export type Listed = Addressed;

/** Address of the place in which an item lies. */
export function homeOf(item: Pick<ItemView, "workspaceId" | "type" | "parentId">): string {
  const ref = spaceOf(item);
  return folderPath({ ref, kind: ref === PERSONAL ? item.type : "mixed", folderId: item.parentId });
}

/** The page from which somebody came to an item. */
export interface Origin {
  href: string;
  /** Its place in the tab's history. */
  index: number;
  /** The member as whom one looked at it; null for one's own view. */
  asMember: string | null;
  /** What its list held, as far as it was read: lists are forgotten when something in them changes. */
  listed: readonly Listed[];
}

/** What a page of the library lists. Where types stand together, a filter may leave one of them out: any list of the place will do. */
const LISTS: Record<LibraryLocation["screen"], { view: ListView; type?: ItemType | null }> = {
  images: { view: "folder", type: "image" },
  videos: { view: "folder", type: "video" },
  shared: { view: "shared" },
  starred: { view: "starred" },
  trash: { view: "trash" },
  files: { view: "folder" },
  all: { view: "all" },
};

function itemsOn(place: LibraryLocation, asMember: string | null): Listed[] {
  const { view, type } = LISTS[place.screen];
  const lists = knownLists().filter(
    ({ list }) =>
      list.workspaceId === place.ref &&
      (list.asMember ?? null) === asMember &&
      list.view === view &&
      list.folderId === place.folderId &&
      (type === undefined || list.type === type),
  );
  const { sort, type: shownType } = readPreference(place.screen);
  const shown = lists.find(({ list }) => list.sort === sort && (type !== undefined || list.type === shownType)) ?? lists[0];
  return shown?.data.pages.flatMap((page) => page.items.map(({ id, type: kind, workspaceId }) => ({ id, type: kind, workspaceId }))) ?? [];
}

// It outlives the pages, so that going from item to item does not forget the list.
let known: Origin | null = null;

function readOrigin(router: AnyRouter): Origin | null {
  // While a page appears, this is still the one before.
  const before = router.state.resolvedLocation;
  if (!before) known = null;
  else if (!/^(?:\/w\/[^/]+)?\/(?:images|videos)\/./u.test(before.pathname)) {
    const { folder } = before.search as { folder?: unknown };
    const place = locationAt(before.pathname, typeof folder === "string" ? folder : undefined);
    const asMember = place && previewedIn(place.ref);
    known = { href: before.href, index: before.state.__TSR_index, asMember, listed: place ? itemsOn(place, asMember) : [] };
  }
  return known;
}

/** Notes where an item is opened from; to be called as soon as its page appears, whether or not the item is there yet. */
export function useRememberOrigin(): void {
  const router = useRouter();
  useState(() => readOrigin(router));
}

/**
 * Where this item was opened from, and the way back there: back in the history where that page stands in it, so that it
 * shows the same spot again; else to `fallback`.
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
