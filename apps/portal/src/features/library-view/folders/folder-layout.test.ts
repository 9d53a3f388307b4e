import { expect, test } from "vitest";
import { moveInTiles, tileColumns, tilesShown } from "./folder-layout.ts";

test("a row has five tiles at a large width, three at a medium and two at a small width", () => {
  // Windows of 1440 and 1280 px with the sidebar, a tablet, a phone.
  expect([1440, 1200, 1199, 960, 640, 390].map(tileColumns)).toEqual([5, 5, 3, 3, 3, 2]);
});

test("of many folders two rows are shown, with room for Show all and New folder", () => {
  const given = { columns: 5, layout: "tile", isOneLine: false, hasNew: true } as const;
  expect(tilesShown({ ...given, count: 9 })).toBe(9);
  expect(tilesShown({ ...given, count: 10 })).toBe(8);
  expect(tilesShown({ ...given, count: 500 })).toBe(8);
  expect(tilesShown({ ...given, count: 500, hasNew: false })).toBe(9);
  expect(tilesShown({ ...given, count: 500, isOneLine: true })).toBe(19);
  expect(tilesShown({ ...given, count: 500, layout: "row" })).toBe(7);
});

test("arrows move among tiles; left and right swap in right-to-left; nothing wraps around", () => {
  const shape = { count: 7, columns: 5, direction: "ltr" } as const;
  expect(moveInTiles(0, "ArrowRight", shape)).toBe(1);
  expect(moveInTiles(0, "ArrowRight", { ...shape, direction: "rtl" })).toBe(0);
  expect(moveInTiles(1, "ArrowDown", shape)).toBe(6);
  expect(moveInTiles(3, "ArrowDown", shape)).toBe(3);
  expect(moveInTiles(6, "ArrowUp", shape)).toBe(1);
  expect(moveInTiles(6, "Home", shape)).toBe(0);
  expect(moveInTiles(0, "End", shape)).toBe(6);
  expect(moveInTiles(0, "x", shape)).toBeNull();
});
