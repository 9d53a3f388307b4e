import { expect, test } from "vitest";
import { fittedRange, isTrimmed, mayStartLater, movedRange, pictureTimes, sizeOf, TRIM_MIN_S } from "./trim.plan.ts";

const range = { start: 2, end: 37 };

test("an end stays inside of the video and leaves the minimum length", () => {
  expect(movedRange(range, "start", -1, 41)).toEqual({ start: 0, end: 37 });
  expect(movedRange(range, "start", 40, 41)).toEqual({ start: 37 - TRIM_MIN_S, end: 37 });
  expect(movedRange(range, "end", 50, 41)).toEqual({ start: 2, end: 41 });
  expect(movedRange(range, "end", 0, 41)).toEqual({ start: 2, end: 2 + TRIM_MIN_S });
  expect(movedRange({ start: 0, end: 0.8 }, "start", 0.5, 0.8)).toEqual({ start: 0, end: 0.8 });
});

test("a stored range is used only when it fits the video", () => {
  expect(fittedRange(range, 41)).toEqual(range);
  expect(fittedRange(null, 41)).toEqual({ start: 0, end: 41 });
  expect(fittedRange(range, 20)).toEqual({ start: 0, end: 20 });
  expect(fittedRange({ start: 5, end: 5.2 }, 41)).toEqual({ start: 0, end: 41 });
  expect(fittedRange({ start: NaN, end: 5 }, 41)).toEqual({ start: 0, end: 41 });
  expect(fittedRange({ start: 2, end: 41.01 }, 41)).toEqual({ start: 2, end: 41 });
});

test("only a difference that can be seen is a trim, and the size follows the length", () => {
  expect(isTrimmed({ start: 0.01, end: 40.99 }, 41)).toBe(false);
  expect(isTrimmed({ start: 0.1, end: 41 }, 41)).toBe(true);
  expect(isTrimmed({ start: 0, end: 40 }, 41)).toBe(true);
  expect(sizeOf(range, 41, 41_000_000)).toBe(35_000_000);
});

test("the pictures of the strip are in the middle of equal parts", () => {
  expect(pictureTimes(10, 2)).toEqual([2.5, 7.5]);
});

test("only a long part starts at a later keyframe, and only by a short time", () => {
  expect(mayStartLater({ start: 2.1, end: 200 }, 2.5)).toBe(true);
  expect(mayStartLater({ start: 2.1, end: 200 }, 4)).toBe(false);
  expect(mayStartLater({ start: 2.1, end: 60 }, 2.5)).toBe(false);
  expect(mayStartLater({ start: 2.1, end: 200 }, 2)).toBe(false);
});
