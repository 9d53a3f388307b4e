import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withinTime } from "./time-limit.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("an operation that ends in time returns its result or its error, and leaves no timer", async () => {
  expect(await withinTime("encoder", 1_000, Promise.resolve("ready"))).toBe("ready");
  await expect(withinTime("encoder", 1_000, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(vi.getTimerCount()).toBe(0);
});

test("an operation that never ends is refused after the limit", async () => {
  const refused = withinTime("encoder", 1_000, new Promise(() => {})).catch(String);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await refused).toBe("Error: The browser's encoder did not answer within 1 s.");
});

test("a result after the limit is passed on to be released; one in time is not", async () => {
  const late = vi.fn();
  await withinTime("tab", 1_000, Promise.resolve("in time"), late);
  const { promise, resolve } = Promise.withResolvers<string>();
  const refused = withinTime("tab", 1_000, promise, late).catch(String);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await refused).toBe("Error: The browser's tab did not answer within 1 s.");
  expect(late).not.toHaveBeenCalled();
  resolve("too late");
  await vi.advanceTimersByTimeAsync(0);
  expect(late.mock.calls).toEqual([["too late"]]);
});

test("an error after the limit is no unhandled rejection", async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  const refused = withinTime("tab", 1_000, promise).catch(String);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await refused).toBe("Error: The browser's tab did not answer within 1 s.");
  reject(new Error("too late"));
  await vi.advanceTimersByTimeAsync(0);
});
