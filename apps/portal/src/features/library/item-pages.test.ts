import { expect, test } from "vitest";
import { mergePage, withItemFirst, withoutItem } from "./item-pages.ts";
import type { ItemPage, ItemView } from "./library.queries.ts";

const item = (id: string): ItemView => ({ id }) as ItemView;
const page = (ids: string, nextCursor: string | null = null): ItemPage => ({ items: [...ids].map(item), nextCursor, fetchedAt: 0 });
const ids = (some: ItemPage): string => some.items.map((one) => one.id).join("");

test("items pushed out of a page by newer ones stay, so that none falls between pages", () => {
  const merged = mergePage(page("abcd", "old"), page("xyab", "new"), true);
  expect(ids(merged)).toBe("xyabcd");
  expect(merged.nextCursor).toBe("old");
});

test("items that went are not kept", () => {
  expect(ids(mergePage(page("abcd", "old"), page("acde", "new"), true))).toBe("acde");
  expect(ids(mergePage(page("abcd", "old"), page("ab"), true))).toBe("ab");
});

test("more than a page of news stands before all that was known", () => {
  expect(ids(mergePage(page("abcd", "old"), page("wxyz", "new"), true))).toBe("wxyzabcd");
});

test("the only page is simply replaced", () => {
  const merged = mergePage(page("abcd", "old"), page("xyab", "new"), false);
  expect(ids(merged)).toBe("xyab");
  expect(merged.nextCursor).toBe("new");
});

test("a new item stands first, once", () => {
  expect(withItemFirst([page("ab"), page("cd")], item("d")).map(ids)).toEqual(["dab", "c"]);
  expect(withoutItem([page("ab"), page("cd")], "c").map(ids)).toEqual(["ab", "d"]);
});
