import { expect, test } from "vitest";
import { nextIndex } from "./roving-focus.ts";

test("arrows run around at both ends", () => {
  expect(nextIndex("ArrowDown", 2, 3, "vertical", false)).toBe(0);
  expect(nextIndex("ArrowUp", 0, 3, "vertical", false)).toBe(2);
  expect(nextIndex("Home", 2, 3, "vertical", false)).toBe(0);
  expect(nextIndex("End", 0, 3, "vertical", false)).toBe(2);
});

test("arrows sideways follow the direction of reading", () => {
  expect(nextIndex("ArrowRight", 0, 3, "horizontal", false)).toBe(1);
  expect(nextIndex("ArrowRight", 1, 3, "horizontal", true)).toBe(0);
  expect(nextIndex("ArrowLeft", 1, 3, "horizontal", true)).toBe(2);
});

test("keys that do not belong to the axis lead nowhere", () => {
  expect(nextIndex("ArrowLeft", 1, 3, "vertical", false)).toBeNull();
  expect(nextIndex("a", 1, 3, "both", false)).toBeNull();
  expect(nextIndex("ArrowDown", 0, 0, "both", false)).toBeNull();
});
