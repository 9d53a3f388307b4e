import { expect, test } from "vitest";
import { bitrateFor, nextShare, type Share } from "./bitrate.plan.ts";
import { levelFor } from "./codec-choice.ts";

test("more pixels and frames get more bits, within reason", () => {
  expect(bitrateFor({ width: 1920, height: 1080 }, 30)).toBe(5_000_000);
  expect(bitrateFor({ width: 3840, height: 2160 }, 60)).toBeLessThanOrEqual(24_000_000);
  expect(bitrateFor({ width: 16, height: 16 }, 15)).toBe(600_000);
});

test.each([
  [1280, 720, 30, "1f"],
  [1920, 1080, 30, "28"],
  [1920, 1080, 60, "2a"],
  [2560, 1440, 30, "32"],
  [3840, 2160, 30, "33"],
  [3840, 2160, 60, "34"],
])("%i × %i at %i frames is H.264 level %s", (width, height, rate, level) => {
  expect(levelFor({ width, height }, rate)).toBe(level);
});

test("a line that is too slow lowers the bitrate step by step, and it comes back when the line does", () => {
  let share: Share = { share: 1, changedAt: 0 };
  for (let now = 0; now <= 60_000; now += 125) share = nextShare(share, 9_000, true, now);
  expect(share.share).toBe(0.25);
  const low = share;
  for (let now = 60_000; now <= 70_000; now += 125) share = nextShare(share, 2_500, true, now);
  expect(share).toEqual(low);
  for (let now = 70_000; now <= 400_000; now += 125) share = nextShare(share, 500, true, now);
  expect(share.share).toBe(1);
});

test("a server that is away changes nothing", () => {
  const share: Share = { share: 1, changedAt: 0 };
  expect(nextShare(share, 600_000, false, 60_000)).toBe(share);
});
