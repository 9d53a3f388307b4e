import { expect, test } from "vitest";
import { around, barPosition, between, grown, handleNear, inPixels, moved, pulled, within } from "./region.ts";

const LIMITS = { x: 0, y: 0, width: 1000, height: 800 };
const BOX = { x: 100, y: 100, width: 200, height: 100 };

test("a box is equal in every direction of drawing, on whole pixels", () => {
  expect(between(10.4, 20.6, 30.5, 50)).toEqual(between(30.5, 50, 10.4, 20.6));
  expect(between(30.5, 50, 10.4, 20.6)).toEqual({ x: 10, y: 21, width: 21, height: 29 });
});

test("a handle that is dragged across the opposite side flips the box", () => {
  expect(pulled(BOX, { dx: -1, dy: 0 }, 350, 0)).toEqual({ x: 300, y: 100, width: 50, height: 100 });
});

test("moving stops at the edge and preserves the size; resizing stops at the edge and at two pixels", () => {
  expect(moved(BOX, -500, 900, LIMITS)).toEqual({ x: 0, y: 700, width: 200, height: 100 });
  expect(grown(BOX, 5000, -5000, LIMITS)).toEqual({ x: 100, y: 100, width: 900, height: 2 });
});

test("a corner is preferred to an edge when both are near", () => {
  expect(handleNear({ x: 0, y: 0, width: 10, height: 10 }, 3, 0, 12)).toMatchObject({
    dy: -1,
    dx: expect.toSatisfy((dx: number) => dx !== 0),
  });
  expect(handleNear(BOX, 200, 150, 12)).toBeNull();
});

test("the bar is below the box, else above, else inside, and always on the screen", () => {
  const [bar, view] = [
    { width: 300, height: 48 },
    { width: 1000, height: 800 },
  ];
  expect(barPosition(BOX, bar, view)).toEqual({ x: 50, y: 218 });
  expect(barPosition({ x: 0, y: 500, width: 100, height: 300 }, bar, view)).toEqual({ x: 8, y: 408 });
  expect(barPosition(LIMITS, bar, view)).toEqual({ x: 350, y: 734 });
});

test("neighbouring boxes meet without gap or overlap at every scale", () => {
  const picture = { width: 1500, height: 1200 };
  for (const scale of [1, 1.25, 1.5, 2]) {
    const left = inPixels({ x: 0, y: 0, width: 101, height: 50 }, scale, picture);
    const right = inPixels({ x: 101, y: 0, width: 99, height: 50 }, scale, picture);
    expect(left.x + left.width).toBe(right.x);
  }
  expect(inPixels({ x: 5_000, y: 5_000, width: 10, height: 10 }, 1, picture)).toEqual({ x: 1499, y: 1199, width: 1, height: 1 });
});

test("the box around two boxes contains both, also when neither contains the other", () => {
  expect(around({ x: -50, y: 750, width: 100, height: 100 }, LIMITS)).toEqual({ x: -50, y: 0, width: 1050, height: 850 });
  expect(around(LIMITS, BOX)).toEqual(LIMITS);
});

test("the part outside is cut off; the rest may be empty", () => {
  expect(within({ x: -50, y: 750, width: 100, height: 100 }, LIMITS)).toEqual({ x: 0, y: 750, width: 50, height: 50 });
  expect(within({ x: 2_000, y: 0, width: 10, height: 10 }, LIMITS).width).toBe(0);
});
