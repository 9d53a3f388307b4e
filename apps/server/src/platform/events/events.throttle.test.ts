import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throttleEngagement } from "./events.throttle.ts";
import type { DomainEvent } from "./events.wire.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const liked = (itemId: string): DomainEvent => ({ type: "engagement", workspaceId: "w", itemId });

test("much that happens to one item at once is told once a second, the last of it too, and without a cause", () => {
  const told: [string, string | null][] = [];
  const publish = throttleEngagement((happening, origin) => told.push(["itemId" in happening ? happening.itemId : "", origin]));
  for (let times = 0; times < 100; times += 1) publish(liked("a"), "tab");
  publish(liked("b"), "tab");
  expect(told).toEqual([
    ["a", "tab"],
    ["b", "tab"],
  ]);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([
    ["a", "tab"],
    ["b", "tab"],
    ["a", null],
  ]);
  publish(liked("a"), "tab");
  expect(told).toHaveLength(3);
  vi.advanceTimersByTime(1_000);
  expect(told.at(-1)).toEqual(["a", null]);
  vi.advanceTimersByTime(1_000);
  publish(liked("a"), "tab");
  expect(told.at(-1)).toEqual(["a", "tab"]);
  expect(told).toHaveLength(5);
});

test("everything else is told as it comes", () => {
  const told: DomainEvent[] = [];
  const publish = throttleEngagement((happening) => told.push(happening));
  const said: DomainEvent = { type: "comments", workspaceId: "w", itemId: "a" };
  publish(said, null);
  publish(said, null);
  expect(told).toEqual([said, said]);
});
