import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../platform/api.ts";
import { userQuery } from "../../../platform/session/user.queries.ts";
import { lastView, storeView } from "./last-view.ts";

const stored = new Map<string, string>();
const setUser = (id: string): void => void queryClient.setQueryData(userQuery.queryKey, { id } as never);

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  setUser("one");
});
afterEach(() => void vi.unstubAllGlobals());

test("the last views of fifty boards are stored for each user", () => {
  for (let nth = 0; nth <= 50; nth += 1) storeView(`board-${nth}`, { x: nth, y: -nth, zoom: 0.5 });
  storeView("board-1", { x: 7, y: 8, zoom: 1 });
  expect([lastView("board-0"), lastView("board-1"), lastView("board-50")]).toEqual([
    null,
    { x: 7, y: 8, zoom: 1 },
    { x: 50, y: -50, zoom: 0.5 },
  ]);
  setUser("two");
  expect(lastView("board-1")).toBeNull();
  storeView("board-1", { x: 1, y: 1, zoom: 1 });
  setUser("one");
  expect(lastView("board-1")).toBeNull();
});

test.each(["{", "[]", '{"owner":"one","views":[["board",1,"2",1],["board",1,2,0],["board",1,2],7]}'])("ignores %s", (text) => {
  stored.set("stillreel-board-views", text);
  expect(lastView("board")).toBeNull();
});
