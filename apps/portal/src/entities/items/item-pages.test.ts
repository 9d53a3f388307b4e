import { expect, test } from "vitest";
import { lightenFar, mergePage, withItems, withoutItems, withPage } from "./item-pages.ts";
import type { ItemPage, ItemView, ListName } from "./item-list.ts";

const item = (id: string, over: Partial<ItemView> = {}): ItemView =>
  ({ id, type: "image", title: id, parentId: null, trash: false, favorite: false, shareUrl: null, createdAt: id, ...over }) as ItemView;
const page = (ids: string, nextCursor: string | null = null): ItemPage => ({
  items: [...ids].map((id) => item(id)),
  nextCursor,
  fetchedAt: 1,
});
const ids = (some: ItemPage): string => some.items.map((one) => one.id).join("");
const root: ListName = { workspaceId: "personal", view: "folder", type: "image", folderId: null, sort: "oldest" };

test("items that newer items move out of a page are retained, so that none is lost between pages", () => {
  const merged = mergePage(page("abcd", "old"), page("xyab", "new"), true);
  expect(ids(merged)).toBe("xyabcd");
  expect(merged.nextCursor).toBe("old");
});

test("removed items are not cached", () => {
  expect(ids(mergePage(page("abcd", "old"), page("acde", "new"), true))).toBe("acde");
  expect(ids(mergePage(page("abcd", "old"), page("ab"), true))).toBe("ab");
});

test("more than a page of new items is inserted before the cached items", () => {
  expect(ids(mergePage(page("abcd", "old"), page("wxyz", "new"), true))).toBe("wxyzabcd");
});

test("a single page is replaced", () => {
  const merged = mergePage(page("abcd", "old"), page("xyab", "new"), false);
  expect(ids(merged)).toBe("xyab");
  expect(merged.nextCursor).toBe("new");
});

test("items of a refetched page that did not change stay the same objects", () => {
  const old = page("abc");
  const { items } = mergePage(old, { ...page("abc"), items: [item("a"), item("b", { favorite: true }), item("c")] }, false);
  expect(items.map((one, index) => one === old.items[index])).toEqual([true, false, true]);
  expect(items[1]?.favorite).toBe(true);
});

test("a refetched page removes its items from all other pages, so that no item is listed twice", () => {
  expect(withPage([page("ab"), page("cd"), page("ef")], 1, page("cde")).map(ids)).toEqual(["ab", "cde", "f"]);
});

test("a new item is inserted once in sort order; beyond the loaded pages it is left out", () => {
  expect(withItems([page("ac"), page("eg")], root, [item("d")]).map(ids)).toEqual(["ac", "deg"]);
  expect(withItems([page("ac"), page("eg")], root, [item("c")]).map(ids)).toEqual(["ac", "eg"]);
  expect(withItems([page("ac"), page("eg", "more")], root, [item("h")]).map(ids)).toEqual(["ac", "eg"]);
  expect(withItems([page("ac"), page("eg")], root, [item("h")]).map(ids)).toEqual(["ac", "egh"]);
  expect(withItems([{ ...page("ca") }], { ...root, sort: "newest" }, [item("b")]).map(ids)).toEqual(["cba"]);
});

test("items that no longer match are removed from each list by its own rule", () => {
  const pages = [page("abc")];
  const left = (list: ListName, over: Partial<ItemView>): string[] => withItems(pages, list, [item("b", over)]).map(ids);
  expect(left(root, { trash: true })).toEqual(["ac"]);
  expect(left(root, { parentId: "f1" })).toEqual(["ac"]);
  expect(left({ ...root, view: "trash", type: null }, { trash: false })).toEqual(["ac"]);
  expect(left({ ...root, view: "starred", type: null }, { favorite: false })).toEqual(["ac"]);
  expect(left({ ...root, view: "shared", type: null }, { shareUrl: null })).toEqual(["ac"]);
  expect(left({ ...root, type: "video" }, {})).toEqual(["ac"]);
});

test("a new title moves an item in a list by name, in numeric order: 9 before 10", () => {
  const byName: ListName = { ...root, sort: "name" };
  const pages = [{ items: [item("1", { title: "Shot 9" }), item("2", { title: "Shot 10" })], nextCursor: null, fetchedAt: 1 }];
  const renamed = withItems(pages, byName, [item("1", { title: "Shot 11" })]);
  expect(renamed[0]?.items.map((one) => one.title)).toEqual(["Shot 10", "Shot 11"]);
});

test("unchanged pages remain the same objects", () => {
  const pages = [page("ab"), page("cd")];
  expect(withoutItems(pages, new Set(["x"]))).toBe(pages);
  expect(withItems(pages, root, [item("x", { trash: true })])).toBe(pages);
  expect(withoutItems(pages, new Set(["c"])).map(ids)).toEqual(["ab", "d"]);
});

test("pages far from the viewport drop their addresses; near pages retain them", () => {
  const pages = Array.from({ length: 12 }, (_, index): ItemPage => ({ ...page("a"), items: [item(`${index}`, { thumbnailUrl: "/t" })] }));
  const light = lightenFar(pages, 6, 7);
  expect(light.map((one) => one.fetchedAt)).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  expect(light[0]?.items[0]?.thumbnailUrl).toBeNull();
  expect(light[2]).toBe(pages[2]);
  expect(lightenFar(light, 6, 7)).toBe(light);
});
