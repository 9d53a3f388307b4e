import { expect, test } from "vitest";
import { CaptureQuota } from "./capture-quota.ts";

test("the first two captures start immediately, the third when the browser's second is over", () => {
  const quota = new CaptureQuota();
  expect(quota.next(5_000)).toBe(5_000);
  expect(quota.next(5_040)).toBe(5_040);
  const third = quota.next(5_080);
  expect(third).toBeGreaterThan(6_000);
  expect(third).toBeLessThan(6_050);
});

test("no second ever holds more than two captures, and long runs keep close to two a second", () => {
  const quota = new CaptureQuota();
  const times: number[] = [];
  let now = 0;
  for (let count = 0; count < 40; count += 1) {
    const at = quota.next(now);
    expect(at).toBeGreaterThanOrEqual(now);
    times.push(at);
    now = at + 60;
  }
  // The browser's one-second window starts with a capture and ends before the capture that opens the next window.
  for (let at = 0; at + 2 < times.length; at += 2) expect((times[at + 2] as number) - (times[at] as number)).toBeGreaterThan(1_000);
  expect(times.at(-1)).toBeLessThan(1.05 * 500 * times.length);
});

test("waiting captures are taken in different seconds", () => {
  const quota = new CaptureQuota();
  const times = Array.from({ length: 6 }, () => quota.next(0));
  expect(times.filter((at) => at < 1_000)).toHaveLength(2);
  expect(times.filter((at) => at >= 1_000 && at < 2_000)).toHaveLength(2);
});

test("after a pause it starts again", () => {
  const quota = new CaptureQuota();
  quota.next(0);
  quota.next(10);
  expect(quota.next(60_000)).toBe(60_000);
  expect(quota.next(60_010)).toBe(60_010);
});
