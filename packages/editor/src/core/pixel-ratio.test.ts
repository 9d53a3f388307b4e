import { expect, it } from "vitest";
import { shapeScale } from "./pixel-ratio.ts";

it("the pixel ratio of a capture determines the size of shapes", () => {
  expect(shapeScale({ width: 2_880, height: 1_800 }, 2)).toBe(2);
  expect(shapeScale({ width: 2_880, height: 1_800 }, 1)).toBe(1);
  expect(shapeScale({ width: 960, height: 600 }, 0.67)).toBe(1);
  expect(shapeScale({ width: 9_000, height: 9_000 }, 8)).toBe(4);
});

it.each([
  ["a page", 1_440, 900, 1],
  ["a page of a dense screen", 2_880, 1_800, 2],
  ["a long page, seen by its width", 1_280, 20_000, 1],
  ["a long page of a dense screen", 2_560, 40_000, 2],
  ["a photo", 4_000, 3_000, 4],
  ["a strip, seen by its height", 6_000, 200, 1],
  ["a thin strip", 6_000, 60, 0.6],
  ["an icon", 40, 30, 0.3],
  ["a single pixel", 1, 1, 0.25],
])("else %s says it by its size", (_name, width, height, scale) => {
  expect(shapeScale({ width, height })).toBe(scale);
});
