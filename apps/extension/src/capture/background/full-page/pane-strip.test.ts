import { describe, expect, test } from "vitest";
import { drawPaneLine, fillOf, isBeside, type PaneStrip, splitOfPanes } from "./pane-strip.ts";

const VIEW = { x: 4, y: 1, width: 4, height: 6 };
/** A pane of two columns and three rows, whose content has four rows. Each pixel has the number of its row. */
const strip = (x: number): PaneStrip => ({
  box: { x, y: 2, width: 2, height: 3 },
  pixels: { width: 2, height: 4, data: new Uint8ClampedArray(2 * 4 * 4).map((_, at) => Math.floor(at / 8) + 1) },
  fill: [9, 9, 9, 255],
});
const drawn = (pane: PaneStrip, y: number, grownBy: number, shift = 0): number[] => {
  const line = new Uint8ClampedArray(12 * 4);
  drawPaneLine(pane, line, y, { view: VIEW, shift, grownBy });
  return Array.from({ length: 12 }, (_, at) => line[at * 4] ?? 0);
};

describe("a line of a pane", () => {
  test.each([
    ["above the pane", 1, [0, 0]],
    ["its first row", 2, [1, 1]],
    ["content below the window", 5, [4, 4]],
    ["background below its content", 6, [9, 9]],
    ["below the extended pane", 15, [0, 0]],
  ])("%s", (_, y, expected) => {
    expect(drawn(strip(0), y, 10).slice(0, 2)).toEqual(expected);
  });

  test("right of the content it is moved by the width that the content has more", () => {
    expect(drawn(strip(8), 2, 10, 2)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
  });
});

test("only a pane on the left or right is beside the content", () => {
  expect(isBeside({ x: 0, y: 0, width: 4, height: 9 }, VIEW)).toBe(true);
  expect(isBeside({ x: 8, y: 0, width: 4, height: 9 }, VIEW)).toBe(true);
  expect(isBeside({ x: 2, y: 7, width: 6, height: 2 }, VIEW)).toBe(false);
});

test("a side is extended at the end of its lowest pane", () => {
  expect(splitOfPanes([strip(0)], { from: 0, to: 4 }, 1, 7)).toBe(4);
  expect(splitOfPanes([strip(0)], { from: 8, to: 12 }, 1, 7)).toBeNull();
});

test("a computed color is a fill", () => {
  expect(fillOf("rgb(238, 242, 246)")).toEqual([238, 242, 246, 255]);
});
