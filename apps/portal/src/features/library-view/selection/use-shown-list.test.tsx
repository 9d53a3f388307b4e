import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { ItemView, ListName } from "../../../entities/items/item-list.ts";
import { selection } from "./selection-store.ts";
import { useGridSelection } from "./use-shown-list.ts";

const list: ListName = { workspaceId: "w", view: "folder", type: "image", folderId: null, sort: "newest" };

afterEach(() => {
  cleanup();
  selection.show(null);
});

test("a list that is shown without a selection does not render its cells again, a selected item does", () => {
  const { result } = renderHook(useGridSelection);
  const before = result.current;
  act(() => selection.show({ name: list, items: [{ id: "a" } as ItemView], total: 1, hasMore: false }));
  expect(result.current).toBe(before);
  act(() => before.toggle("a"));
  expect(result.current).not.toBe(before);
  expect(result.current).toMatchObject({ count: 1 });
  act(() => before.clear());
  expect(result.current).toMatchObject({ count: 0 });
});
