import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withOffscreenPage } from "./offscreen-page.ts";

/** Time at which the previous page has closed, and the number of pages that were opened. */
let closedAt: number;
let opened: number;

/** A connection that the page accepts, or that is closed because the page is closing. */
function connect(): unknown {
  const isAccepted = opened > 0;
  const on = (isCalled: boolean) => ({ addListener: (listener: () => void) => void (isCalled && queueMicrotask(listener)) });
  return { onMessage: on(isAccepted), onDisconnect: on(!isAccepted), disconnect: () => {} };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  [closedAt, opened] = [0, 0];
  const runtime = { getContexts: async () => (Date.now() < closedAt || opened > 0 ? [{}] : []), connect };
  vi.stubGlobal("chrome", { runtime, offscreen: { createDocument: async () => void (opened += 1) } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("work starts after a page that closes slowly has been replaced", async () => {
  closedAt = 2_000;
  const work = vi.fn(async () => "done");
  const running = withOffscreenPage(work);
  await vi.advanceTimersByTimeAsync(1_950);
  expect([opened, work.mock.calls.length]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(100);
  expect([await running, opened, work.mock.calls.length]).toEqual(["done", 1, 1]);
});

test("a page that never closes is an error after 10 s", async () => {
  closedAt = Infinity;
  const running = withOffscreenPage(async () => "done").catch(String);
  await vi.advanceTimersByTimeAsync(10_100);
  expect([await running, opened]).toEqual(["Error: The offscreen page cannot be opened.", 0]);
});
