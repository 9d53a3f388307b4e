import { replaceEqualDeep } from "@tanstack/react-query";
import { belongs, compareIn, type ItemPage, type ItemView, type ListName } from "./item-list.ts";

/** Replaces items that are equal to the cached ones by these, so that they are not rendered again. */
function withSameItems(old: ItemPage, fresh: ItemPage): ItemPage {
  const known = new Map(old.items.map((item) => [item.id, item]));
  return { ...fresh, items: fresh.items.map((item) => replaceEqualDeep(known.get(item.id), item)) };
}

/**
 * Merges a refetched page. New items may have pushed its last items towards the next page, which was cut by an older response:
 * with `keepsTail` they stay at the end, so that no item is missing between two pages.
 */
export function mergePage(old: ItemPage, received: ItemPage, keepsTail: boolean): ItemPage {
  const fresh = withSameItems(old, received);
  if (!keepsTail || fresh.nextCursor === null) return fresh;
  const known = new Set(fresh.items.map((item) => item.id));
  const lastShared = old.items.findLastIndex((item) => known.has(item.id));
  // No common item: more than a page of new items. The old ones all follow.
  const tail = old.items.slice(lastShared + 1);
  return { ...fresh, items: [...fresh.items, ...tail], nextCursor: tail.length > 0 ? old.nextCursor : fresh.nextCursor };
}

/** Replaces a page; its items are removed from all others, so that no item is duplicated. */
export function withPage(pages: ItemPage[], index: number, page: ItemPage): ItemPage[] {
  const held = new Set(page.items.map((item) => item.id));
  return pages.map((other, at) => {
    if (at === index) return page;
    return other.items.some((item) => held.has(item.id)) ? { ...other, items: other.items.filter((item) => !held.has(item.id)) } : other;
  });
}

/** Removes items from pages. Returns the same array when none of them was present. */
export function withoutItems(pages: ItemPage[], ids: ReadonlySet<string>): ItemPage[] {
  let isChanged = false;
  const next = pages.map((page) => {
    const items = page.items.filter((item) => !ids.has(item.id));
    if (items.length === page.items.length) return page;
    isChanged = true;
    return { ...page, items };
  });
  return isChanged ? next : pages;
}

/**
 * Updates the pages of a list after items changed: items that no longer belong are removed, existing items are updated or moved
 * to their new position, and new items are inserted in order. Positions beyond the last loaded page are not filled.
 */
export function withItems(pages: ItemPage[], list: ListName, changed: readonly ItemView[]): ItemPage[] {
  const byId = new Map(changed.map((item) => [item.id, item]));
  const placed = new Set<string>();
  let isChanged = false;
  let next = pages.map((page) => {
    if (!page.items.some((item) => byId.has(item.id))) return page;
    isChanged = true;
    const items = page.items.flatMap((old) => {
      const item = byId.get(old.id);
      if (!item) return [old];
      if (!belongs(item, list) || (list.sort === "name" && item.title !== old.title)) return [];
      placed.add(item.id);
      return [item];
    });
    return { ...page, items };
  });
  for (const item of changed) {
    if (placed.has(item.id) || !belongs(item, list)) continue;
    const put = inserted(next, list, item);
    if (put === next) continue;
    next = put;
    isChanged = true;
  }
  return isChanged ? next : pages;
}

function inserted(pages: ItemPage[], list: ListName, item: ItemView): ItemPage[] {
  for (const [index, page] of pages.entries()) {
    const at = page.items.findIndex((other) => compareIn(list, item, other) < 0);
    if (at >= 0) return pages.with(index, { ...page, items: page.items.toSpliced(at, 0, item) });
  }
  const last = pages.at(-1);
  if (!last || last.nextCursor !== null) return pages;
  return pages.with(-1, { ...last, items: [...last.items, item] });
}

/** Number of pages on each side of the viewport that stay complete. */
const NEAR = 4;

/**
 * Removes large data from pages far from the viewport, to limit the memory of a list of ten thousand items. Their addresses
 * must be requested again in any case. Returns the same array when nothing was removed.
 */
export function lightenFar(pages: ItemPage[], first: number, last: number): ItemPage[] {
  let isChanged = false;
  const next = pages.map((page, index) => {
    if ((index >= first - NEAR && index <= last + NEAR) || page.fetchedAt === 0) return page;
    isChanged = true;
    return { ...page, fetchedAt: 0, items: page.items.map(lighten) };
  });
  return isChanged ? next : pages;
}

const lighten = (item: ItemView): ItemView => ({
  ...item,
  sourceUrl: null,
  thumbnailUrl: null,
  thumbnailLargeUrl: null,
  posterUrl: null,
});
