import { expect, it } from "vitest";
import { createItemSubscribers } from "./live.item-subscribers.ts";

it("tells who waits for an item of its changes, of changes that name none and of gaps, until they stop", () => {
  const ears = createItemSubscribers();
  const heard: string[] = [];
  const stop = ears.add("one", () => heard.push("one"));
  ears.add("two", () => heard.push("two"));
  const items = (itemIds: string[] | null) => ears.deliver({ event: { type: "items", workspaceId: "w", itemIds, origin: null } });
  items(["one", "three"]);
  expect(heard.splice(0)).toEqual(["one"]);
  ears.deliver({ event: { type: "engagement", workspaceId: "w", itemId: "one", origin: null } });
  expect(heard).toEqual([]);
  items(null);
  expect(heard.splice(0)).toEqual(["one", "two"]);
  stop();
  ears.notifyAll();
  expect(heard).toEqual(["two"]);
});
