import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Quiet } from "./quiet.ts";
import type { Root } from "./roots.ts";

let change: () => void;
let isBusy: boolean;

/** A page with one element that is marked as loading while `isBusy`. */
const element = { getBoundingClientRect: () => ({ top: 0, bottom: 10, height: 10 }), checkVisibility: () => isBusy };
const roots = [{ querySelectorAll: () => [element] }] as unknown as Root[];

beforeEach(() => {
  vi.useFakeTimers();
  isBusy = false;
  vi.stubGlobal("innerHeight", 800);
  vi.stubGlobal(
    "MutationObserver",
    class {
      constructor(notify: () => void) {
        change = notify;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts the wait for a quiet page. */
function wait(): { isDone(): boolean; result: Promise<boolean> } {
  let isDone = false;
  const quiet = new Quiet();
  quiet.observe(roots);
  const result = quiet.settled(performance.now(), roots).finally(() => (isDone = true));
  return { isDone: () => isDone, result };
}

test("a page without changes is quiet after a quarter of a second", async () => {
  const { isDone, result } = wait();
  await vi.advanceTimersByTimeAsync(225);
  expect(isDone()).toBe(false);
  await vi.advanceTimersByTimeAsync(50);
  expect(isDone()).toBe(true);
  expect(await result).toBe(true);
});

test("a change restarts the quiet time", async () => {
  const { isDone } = wait();
  await vi.advanceTimersByTimeAsync(200);
  change();
  await vi.advanceTimersByTimeAsync(225);
  expect(isDone()).toBe(false);
  await vi.advanceTimersByTimeAsync(75);
  expect(isDone()).toBe(true);
});

test("a period in which the machine was suspended does not count as idle", async () => {
  const { isDone } = wait();
  await vi.advanceTimersByTimeAsync(50);
  // The clock goes on, but no timer runs.
  vi.setSystemTime(Date.now() + 600);
  const now = performance.now();
  vi.spyOn(performance, "now").mockImplementationOnce(() => now + 600);
  await vi.advanceTimersByTimeAsync(100);
  expect(isDone()).toBe(false);
});

test("an element that is loading prolongs the wait, up to its limit", async () => {
  isBusy = true;
  const { isDone, result } = wait();
  await vi.advanceTimersByTimeAsync(2_400);
  expect(isDone()).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(isDone()).toBe(true);
  expect(await result).toBe(false);
});
