import { expect, test } from "vitest";
import type { ItemView, ListName } from "../../../entities/items/item-list.ts";
import { createSelectionStore, type ShownList } from "./selection-store.ts";

const name = (over: Partial<ListName> = {}): ListName => ({
  workspaceId: "personal",
  view: "folder",
  type: "image",
  folderId: null,
  sort: "newest",
  ...over,
});
const list = (ids: string, over: Partial<ShownList> = {}): ShownList => ({
  name: name(),
  items: [...ids].map((id) => ({ id }) as ItemView),
  total: ids.length,
  hasMore: false,
  ...over,
});
function store(first: ShownList) {
  const selection = createSelectionStore();
  selection.show(first);
  const pick = (ids: string): void => [...ids].forEach((id) => selection.dispatch({ type: "toggle", id }));
  const chosen = (): string =>
    selection
      .items()
      .map((item) => item.id)
      .join("");
  return { selection, pick, chosen };
}

test("selected items follow the list order and stay selected after a reload of the list", () => {
  const { selection, pick, chosen } = store(list("abcdef"));
  pick("eb");
  expect(chosen()).toBe("be");
  selection.show(list("xabcdef"));
  expect(chosen()).toBe("be");
  expect(selection.count()).toBe(2);
});

test("an item that leaves the list is no longer selected", () => {
  const { selection, pick, chosen } = store(list("abcdef"));
  pick("bde");
  selection.show(list("abcef"));
  expect(chosen()).toBe("be");
  selection.show(list("abc"));
  expect(chosen()).toBe("b");
});

test("a list that is reloaded from its first page loses no selection", () => {
  const { selection, pick, chosen } = store(list("abcdef", { total: 6 }));
  pick("bf");
  selection.show(list("abc", { total: 6, hasMore: true }));
  expect(selection.count()).toBe(2);
  expect(chosen()).toBe("bf");
  selection.show(list("abcdef"));
  expect(chosen()).toBe("bf");
});

test("another order keeps the choice, another folder or view drops it", () => {
  const { selection, pick } = store(list("abcdef"));
  pick("bf");
  selection.show(list("fed", { name: name({ sort: "oldest" }), total: 6, hasMore: true }));
  expect(selection.count()).toBe(2);
  selection.show(list("abc", { name: name({ folderId: "other" }) }));
  expect(selection.count()).toBe(0);
  pick("a");
  selection.show(null);
  expect(selection.count()).toBe(0);
});

test("selecting all includes items that are not loaded, and follows the length of the list", () => {
  const { selection, pick } = store(list("abc", { total: 200, hasMore: true }));
  selection.dispatch({ type: "all" });
  expect(selection.count()).toBe(200);
  pick("b");
  expect(selection.count()).toBe(199);
  let notifications = 0;
  selection.subscribe(() => (notifications += 1));
  selection.show(list("abc", { total: 201, hasMore: true }));
  expect(selection.count()).toBe(200);
  expect(notifications).toBe(1);
});

test("the registered layout is in use until it is removed", () => {
  const { selection } = store(list("a"));
  const layout = { element: {} as HTMLElement, measures: () => ({}) as never };
  const forget = selection.lay(layout);
  const next = { ...layout };
  selection.lay(next);
  forget();
  expect(selection.layout()).toBe(next);
});
