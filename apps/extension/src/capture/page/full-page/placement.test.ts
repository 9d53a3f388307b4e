import { expect, test } from "vitest";
import { chooseScroller, covers, isShown, overlaps, floatPositionOf, type ScrollerCandidate } from "./placement.ts";

const VIEW = { x: 0, y: 0, width: 1_000, height: 800 };

test("a header belongs to the first row, a footer and a round button to the last", () => {
  expect(floatPositionOf({ x: 0, y: 0, width: 1_000, height: 56 }, VIEW, false, false)).toEqual({ row: "first", column: "first" });
  expect(floatPositionOf({ x: 0, y: 744, width: 1_000, height: 56 }, VIEW, false, false)).toEqual({ row: "last", column: "first" });
  expect(floatPositionOf({ x: 920, y: 700, width: 56, height: 56 }, VIEW, false, false)).toEqual({ row: "last", column: "last" });
});

test("an element of full width appears at the start of its line", () => {
  expect(floatPositionOf({ x: 0, y: 0, width: 200, height: 800 }, VIEW, false, false)).toEqual({ row: "first", column: "first" });
  expect(floatPositionOf({ x: 0, y: 0, width: 1_000, height: 56 }, VIEW, false, true)).toEqual({ row: "first", column: "last" });
});

test("from right to left the start is at the right, and so is its column", () => {
  expect(floatPositionOf({ x: 920, y: 0, width: 56, height: 56 }, VIEW, false, true)).toEqual({ row: "first", column: "last" });
  expect(floatPositionOf({ x: 20, y: 0, width: 56, height: 56 }, VIEW, false, true)).toEqual({ row: "first", column: "first" });
});

test("a backdrop is in every tile", () => {
  const location = floatPositionOf(VIEW, VIEW, true, false);
  expect(isShown(location, { firstRow: false, lastRow: false, firstColumn: false, lastColumn: false })).toBe(true);
});

test("every other element is in exactly one tile of a grid", () => {
  const location = floatPositionOf({ x: 920, y: 700, width: 56, height: 56 }, VIEW, false, false);
  const shown = [0, 1, 2].flatMap((row) =>
    [0, 1].filter((column) =>
      isShown(location, { firstRow: row === 0, lastRow: row === 2, firstColumn: column === 0, lastColumn: column === 1 }),
    ),
  );
  expect(shown).toHaveLength(1);
});

test("boxes that only touch do not overlap, and half a pixel is no gap", () => {
  expect(overlaps({ x: 0, y: -56, width: 1_000, height: 56 }, VIEW)).toBe(false);
  expect(overlaps({ x: 0, y: -55, width: 1_000, height: 56 }, VIEW)).toBe(true);
  expect(covers({ x: 0.4, y: 0, width: 999.4, height: 800 }, VIEW)).toBe(true);
  expect(covers({ x: 0, y: 60, width: 1_000, height: 740 }, VIEW)).toBe(false);
});

const SIZE = { width: 1_000, height: 800 };
const scroller = (width: number, height: number, hiddenY: number): ScrollerCandidate => ({
  visible: { x: 0, y: 0, width, height },
  hiddenX: 0,
  hiddenY,
});

test("the document is captured when it scrolls and contains no larger scroller", () => {
  expect(chooseScroller({ hiddenX: 0, hiddenY: 3_000 }, [scroller(1_000, 300, 9_000)], SIZE)).toBe(-1);
  expect(chooseScroller({ hiddenX: 0, hiddenY: 0 }, [], SIZE)).toBe(-1);
});

test("an app's own scroller is captured when the document does not scroll", () => {
  expect(chooseScroller(null, [scroller(200, 740, 900), scroller(800, 740, 2_000)], SIZE)).toBe(1);
});

test("a scroller that fills a document is preferred to a document that scrolls by mistake", () => {
  expect(chooseScroller({ hiddenX: 0, hiddenY: 20 }, [scroller(1_000, 700, 4_000)], SIZE)).toBe(0);
});

test("a scroller with a longer range is preferred to one with almost none", () => {
  expect(chooseScroller(null, [scroller(1_000, 800, 6), scroller(700, 700, 5_000)], SIZE)).toBe(1);
});

test("small boxes that scroll are content", () => {
  expect(chooseScroller(null, [scroller(400, 200, 5_000)], SIZE)).toBe(-1);
});
