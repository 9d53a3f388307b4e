import { expect, it } from "vitest";
import { createItemSubscribers } from "./live.item-subscribers.ts";

it("notifies the subscribers of an item of its changes, of changes without a name and of gaps, until they unsubscribe", () => {
  const subscribers = createItemSubscribers();
  const received: string[] = [];
  const stop = subscribers.add("one", () => received.push("one"));
  subscribers.add("two", () => received.push("two"));
  const items = (itemIds: string[] | null) => subscribers.deliver({ event: { type: "items", workspaceId: "w", itemIds, origin: null } });
  items(["one", "three"]);
  expect(received.splice(0)).toEqual(["one"]);
  subscribers.deliver({ event: { type: "engagement", workspaceId: "w", itemId: "one", origin: null } });
  expect(received).toEqual([]);
  items(null);
  expect(received.splice(0)).toEqual(["one", "two"]);
  stop();
  subscribers.notifyAll();
  expect(received).toEqual(["two"]);
});
