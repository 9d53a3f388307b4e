import type { ItemPage, ItemView } from "./library.queries.ts";

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

/** Pages with an item changed in place. */
export const withItem = (pages: ItemPage[], item: ItemView): ItemPage[] =>
  pages.map((page) =>
    page.items.some((known) => known.id === item.id)
      ? { ...page, items: page.items.map((known) => (known.id === item.id ? item : known)) }
      : page,
  );

/** Pages without an item. */
export const withoutItem = (pages: ItemPage[], itemId: string): ItemPage[] =>
  pages.map((page) =>
    page.items.some((known) => known.id === itemId) ? { ...page, items: page.items.filter((known) => known.id !== itemId) } : page,
  );

/** Pages with an item at the very front, once. */
export function withItemFirst(pages: ItemPage[], item: ItemView): ItemPage[] {
  const [first, ...rest] = withoutItem(pages, item.id);
  return first ? [{ ...first, items: [item, ...first.items] }, ...rest] : pages;
}
