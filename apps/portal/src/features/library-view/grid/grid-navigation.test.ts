import { describe, expect, test } from "vitest";
import { columnsFor, estimatedBox, gridMeasures, moveInGrid, type GridShape } from "./grid-navigation.ts";

const shape: GridShape = { count: 10, columns: 4, direction: "ltr", pageRows: 2 };
const move = (index: number, key: string, over: Partial<GridShape> = {}, isCtrl = false): number | null =>
  moveInGrid(index, key, isCtrl, { ...shape, ...over });

describe("moving the focus", () => {
  test("left and right continue in the adjacent row and stop at both ends", () => {
    expect(move(3, "ArrowRight")).toBe(4);
    expect(move(4, "ArrowLeft")).toBe(3);
    expect(move(0, "ArrowLeft")).toBe(0);
    expect(move(9, "ArrowRight")).toBe(9);
  });

  test("left and right swap in right-to-left", () => {
    expect(move(3, "ArrowLeft", { direction: "rtl" })).toBe(4);
    expect(move(4, "ArrowRight", { direction: "rtl" })).toBe(3);
  });

  test("up and down preserve the column; in a shorter last row they select the last card", () => {
    expect(move(1, "ArrowDown")).toBe(5);
    expect(move(7, "ArrowDown")).toBe(9);
    expect(move(8, "ArrowDown")).toBe(8);
    expect(move(5, "ArrowUp")).toBe(1);
    expect(move(2, "ArrowUp")).toBe(2);
  });

  test("Home, End and pages", () => {
    expect(move(6, "Home")).toBe(4);
    expect(move(5, "End")).toBe(7);
    expect(move(8, "End")).toBe(9);
    expect(move(6, "Home", {}, true)).toBe(0);
    expect(move(1, "End", {}, true)).toBe(9);
    expect(move(1, "PageDown")).toBe(9);
    expect(move(9, "PageUp")).toBe(1);
  });

  test("other keys and empty grids are left alone", () => {
    expect(move(1, "a")).toBeNull();
    expect(move(0, "ArrowRight", { count: 0 })).toBeNull();
  });
});

describe("measures", () => {
  test("columns follow the window", () => {
    expect([1679, 1680, 1199, 1200, 959, 960, 390].map(columnsFor)).toEqual([4, 5, 3, 4, 2, 3, 2]);
  });

  test("a row is a 16:10 picture and its caption", () => {
    expect(gridMeasures(1148, 1440)).toEqual({
      columns: 4,
      columnGap: 20,
      rowGap: 24,
      rowHeight: Math.round(((1148 - 60) / 4) * 0.625) + 48,
    });
  });
});

test("before it is measured, the grid has the exact width on a phone, and that of the window elsewhere", () => {
  expect(estimatedBox(390)).toEqual({ width: 358, offset: 0, isMeasured: false });
  expect(estimatedBox(640)).toEqual({ width: 640, offset: 0, isMeasured: false });
});
