import { expect, it, vi } from "vitest";
import { createCollect, createIdleCheck } from "./idle-collection.ts";

it("collects once when a busy process becomes idle", () => {
  let used = 0;
  const collect = vi.fn();
  const check = createIdleCheck(() => used, collect);
  const pass = (ms: number): number => {
    used += ms;
    check(10_000);
    return collect.mock.calls.length;
  };
  expect(pass(100), "idle since the start").toBe(0);
  expect(pass(5_000), "busy").toBe(0);
  expect(pass(9_000), "still busy").toBe(0);
  expect(pass(20), "idle").toBe(1);
  expect(pass(20), "idle for longer").toBe(1);
  expect(pass(700), "busy again").toBe(1);
  expect(pass(0), "idle again").toBe(2);
});

it("frees memory that nothing refers to", () => {
  const collect = createCollect();
  collect();
  const before = process.memoryUsage().arrayBuffers;
  // The buffers are unreachable after the statement, and large enough to be noticed.
  expect(Array.from({ length: 64 }, () => Buffer.alloc(1_048_576)).length).toBe(64);
  collect();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1_048_576);
});
