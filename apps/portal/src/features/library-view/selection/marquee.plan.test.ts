import { expect, test } from "vitest";
import { boxBetween, indexesInBox, type ListMeasures } from "./marquee.plan.ts";

/** Four columns of 100 px and rows of 50 px, 20 px apart: ten items, two in the last row. */
const grid: ListMeasures = { count: 10, columns: 4, width: 460, rowHeight: 50, rowGap: 20, columnGap: 20, direction: "ltr" };
const table: ListMeasures = { count: 1000, columns: 1, width: 800, rowHeight: 58, rowGap: 0, columnGap: 0, direction: "ltr" };
const touched = (a: [number, number], b: [number, number], list: ListMeasures): number[] =>
  indexesInBox(boxBetween({ x: a[0], y: a[1] }, { x: b[0], y: b[1] }), list);

test("a marquee selects every card that it touches, from every corner", () => {
  expect(touched([90, 40], [130, 80], grid)).toEqual([0, 1, 4, 5]);
  expect(touched([130, 80], [90, 40], grid)).toEqual([0, 1, 4, 5]);
});

test("a marquee between the cards selects nothing", () => {
  expect(touched([102, 5], [118, 45], grid)).toEqual([]);
  expect(touched([5, 52], [90, 68], grid)).toEqual([]);
});

test("a marquee that starts in a gap or outside selects the next cards", () => {
  expect(touched([110, 60], [125, 75], grid)).toEqual([5]);
  expect(touched([-30, -40], [10, 10], grid)).toEqual([0]);
  expect(touched([-30, -40], [-10, 10], grid)).toEqual([]);
});

test("a marquee beyond the last item selects only existing items", () => {
  expect(touched([0, 145], [900, 900], grid)).toEqual([8, 9]);
  expect(touched([0, 300], [900, 900], grid)).toEqual([]);
});

test("from right to left the first column is the rightmost", () => {
  expect(touched([450, 0], [455, 10], { ...grid, direction: "rtl" })).toEqual([0]);
  expect(touched([5, 0], [10, 10], { ...grid, direction: "rtl" })).toEqual([3]);
});

test("rows far away count too, though they are not in the page", () => {
  expect(touched([100, 0], [200, 58_000], table)).toHaveLength(1000);
  expect(touched([100, 580], [200, 637], table)).toEqual([10]);
});
