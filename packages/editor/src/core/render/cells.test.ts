import { expect, it } from "vitest";
import { averageCells, smoothed } from "./cells.ts";

/** One grey per pixel. */
const grey = (values: readonly number[]): Uint8ClampedArray =>
  Uint8ClampedArray.from(values.flatMap((value) => [value, value, value, 255]));

it("a cell is the average of its pixels, at the far edges of those there are", () => {
  const width = 3;
  const values = [0, 100, 50, 100, 200, 70, 10, 30, 90];
  const pieces = [1, 1_000].map((atOnce) =>
    averageCells(width, 3, 2, (top, count) => grey(values.slice(top * width, (top + count) * width)), atOnce),
  );
  for (const { width: across, height: down, data } of pieces) {
    expect([across, down]).toEqual([2, 2]);
    expect([0, 4, 8, 12].map((at) => data[at])).toEqual([100, 60, 20, 90]);
    expect(data[3]).toBe(255);
  }
});

it("smoothing keeps what is even, and spreads what is not", () => {
  const even = smoothed({ width: 5, height: 5, data: new Uint8ClampedArray(100).fill(77) }, 2);
  expect(new Set(even.data)).toEqual(new Set([77]));
  const data = new Uint8ClampedArray(9 * 9 * 4);
  data.fill(255, 40 * 4, 41 * 4);
  const spread = smoothed({ width: 9, height: 9, data }, 1).data;
  expect(spread[40 * 4]).toBeLessThan(60);
  expect(spread[39 * 4]).toBeGreaterThan(0);
  expect(spread[39 * 4]).toBe(spread[41 * 4]);
  expect(spread[31 * 4]).toBe(spread[49 * 4]);
});
