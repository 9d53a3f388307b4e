import { belongs, compareIn, type ItemPage, type ItemView, type ListName } from "./item-list.ts";

/**
 * A page that was read again. Newer items may have pushed its last ones out, towards the next page, which was cut
 * by an older reading: with `keepsTail` these stay at the end, so that no item falls between two pages.
 */
export function mergePage(old: ItemPage, fresh: ItemPage, keepsTail: boolean): ItemPage {
  if (!keepsTail || fresh.nextCursor === null) return fresh;
  const known = new Set(fresh.items.map((item) => item.id));
  const lastShared = old.items.findLastIndex((item) => known.has(item.id));
  // Nothing in common: more than a page of news. The old items all come after them.
  const tail = old.items.slice(lastShared + 1);
  return { ...fresh, items: [...fresh.items, ...tail], nextCursor: tail.length > 0 ? old.nextCursor : fresh.nextCursor };
}

/** Pages with one of them replaced; what it holds now stands in no other, so that no item is there twice. */
export function withPage(pages: ItemPage[], index: number, page: ItemPage): ItemPage[] {
  const held = new Set(page.items.map((item) => item.id));
  return pages.map((other, at) => {
    if (at === index) return page;
    return other.items.some((item) => held.has(item.id)) ? { ...other, items: other.items.filter((item) => !held.has(item.id)) } : other;
  });
}

/** Pages without some items. The same array when none of them was there. */
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
 * Pages of a list after items changed: those that no longer belong go, those that were there change in place (or, when
 * their place in the order moved, go to it), and those that came stand where the order puts them. What lies beyond the
 * last page that was read is left to be read.
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

/** Pages kept on each side of those in view with everything that their cards need. */
const NEAR = 4;

/**
 * Pages far from the view without what is heavy in them, so that a list of ten thousand costs little: their addresses
 * have to be asked for anew in any case when somebody scrolls back. The same array when there is nothing to let go.
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
