import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throttleEvents } from "./events.throttle.ts";
import type { DomainEvent } from "./events.wire.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const liked = (itemId: string): DomainEvent => ({ type: "engagement", workspaceId: "w", itemId });

test("many events of one item are sent once a second, with the last of them, and without a cause", () => {
  const received: [string, string | null][] = [];
  const publish = throttleEvents((happening, origin) => received.push(["itemId" in happening ? happening.itemId : "", origin]));
  for (let times = 0; times < 100; times += 1) publish(liked("a"), "tab");
  publish(liked("b"), "tab");
  expect(received).toEqual([
    ["a", "tab"],
    ["b", "tab"],
  ]);
  vi.advanceTimersByTime(1_000);
  expect(received).toEqual([
    ["a", "tab"],
    ["b", "tab"],
    ["a", null],
  ]);
  publish(liked("a"), "tab");
  expect(received).toHaveLength(3);
  vi.advanceTimersByTime(1_000);
  expect(received.at(-1)).toEqual(["a", null]);
  vi.advanceTimersByTime(1_000);
  publish(liked("a"), "tab");
  expect(received.at(-1)).toEqual(["a", "tab"]);
  expect(received).toHaveLength(5);
});

test("all other events are sent immediately", () => {
  const received: DomainEvent[] = [];
  const publish = throttleEvents((happening) => received.push(happening));
  const event: DomainEvent = { type: "comments", workspaceId: "w", itemId: "a" };
  publish(event, null);
  publish(event, null);
  expect(received).toEqual([event, event]);
});

test("a notification that grows is sent once a minute to its user, a new one and the user's own changes immediately", () => {
  const received: (string | null)[] = [];
  const publish = throttleEvents((event) => received.push("notificationId" in event ? event.notificationId : ""));
  const grown = (notificationId: string | null): DomainEvent => ({ type: "notifications", userId: "u", notificationId });
  for (let times = 0; times < 1_000; times += 1) publish(grown("n1"), null);
  expect(received).toEqual(["n1"]);
  publish(grown("n2"), null);
  publish(grown(null), null);
  publish(grown(null), null);
  expect(received).toEqual(["n1", "n2", null, null]);
  vi.advanceTimersByTime(59_999);
  expect(received).toHaveLength(4);
  vi.advanceTimersByTime(1);
  expect(received.slice(4)).toEqual(["n1"]);
});
