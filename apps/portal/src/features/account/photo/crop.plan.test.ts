import { expect, test } from "vitest";
import { centred, moved, squareOf, zoomed, zoomMaxOf } from "./crop.plan.ts";

const WIDE = { width: 400, height: 200 };

test("the first square is the largest one in the middle", () => {
  expect(squareOf(WIDE, centred(WIDE))).toEqual({ left: 100, top: 0, side: 200 });
});

test("the picture moves under the square, never beyond its edges", () => {
  expect(squareOf(WIDE, moved(WIDE, centred(WIDE), 0.25, 0))).toEqual({ left: 50, top: 0, side: 200 });
  expect(squareOf(WIDE, moved(WIDE, centred(WIDE), 5, 5))).toEqual({ left: 0, top: 0, side: 200 });
  expect(squareOf(WIDE, moved(WIDE, centred(WIDE), -5, -5))).toEqual({ left: 200, top: 0, side: 200 });
});

test("an enlargement keeps the middle, and a reduction at the edge moves the square inside", () => {
  const twice = zoomed(WIDE, centred(WIDE), 2);
  expect(squareOf(WIDE, twice)).toEqual({ left: 150, top: 50, side: 100 });
  const corner = moved(WIDE, twice, 5, 5);
  expect(squareOf(WIDE, corner)).toEqual({ left: 0, top: 0, side: 100 });
  expect(squareOf(WIDE, zoomed(WIDE, corner, 1))).toEqual({ left: 0, top: 0, side: 200 });
});

test("an enlargement has limits, and a small picture is not enlarged", () => {
  expect(zoomed(WIDE, centred(WIDE), 100).zoom).toBe(4);
  expect(zoomed(WIDE, centred(WIDE), 0).zoom).toBe(1);
  expect(zoomMaxOf({ width: 40, height: 30 })).toBe(1);
  expect(zoomMaxOf({ width: 96, height: 500 })).toBe(2);
});
