import fc from "fast-check";
import { expect, test } from "vitest";
import { partOf } from "./choose-part.ts";
import { boxOf, cornerAt, MARGIN, overlap, positionNear, readPosition } from "./position.plan.ts";

const BAR = { width: 520, height: 56 };

test("the bar stays within every window that is larger than it, wherever it was put in another one", () => {
  const length = fc.integer({ min: 600, max: 4_000 });
  fc.assert(
    fc.property(fc.integer(), fc.integer(), length, length, length, length, (x, y, width, height, laterWidth, laterHeight) => {
      const position = positionNear({ x, y }, BAR, { width, height });
      const corner = cornerAt(position, BAR, { width: laterWidth, height: laterHeight });
      expect(corner.x).toBeGreaterThanOrEqual(MARGIN);
      expect(corner.y).toBeGreaterThanOrEqual(MARGIN);
      expect(corner.x + BAR.width).toBeLessThanOrEqual(laterWidth - MARGIN);
      expect(corner.y + BAR.height).toBeLessThanOrEqual(laterHeight - MARGIN);
    }),
  );
});

test("a position is restored in the same window", () => {
  const view = { width: 1_440, height: 900 };
  expect(cornerAt(positionNear({ x: 300, y: 200 }, BAR, view), BAR, view)).toEqual({ x: 300, y: 200 });
});

test("invalid stored positions are ignored", () => {
  expect(readPosition({ x: 0.25, y: 1 })).toEqual({ x: 0.25, y: 1 });
  for (const stored of [null, undefined, 3, {}, { x: 2, y: 0 }, { x: "0", y: 0 }, { x: Number.NaN, y: 0 }])
    expect(readPosition(stored)).toBeNull();
});

test("boxes that only touch do not lie over each other", () => {
  const box = boxOf({ x: 0, y: 0, width: 0.5, height: 0.5 }, { width: 100, height: 100 });
  expect(overlap(box, { x: 50, y: 0, width: 10, height: 10 })).toBe(false);
  expect(overlap(box, { x: 49, y: 49, width: 10, height: 10 })).toBe(true);
});

test("a chosen part is expressed in parts of the window, is large enough to be recorded, and stays in the window", () => {
  const view = { width: 1_000, height: 500 };
  expect(partOf({ x: 100, y: 50, width: 500, height: 250 }, view)).toEqual({ x: 0.1, y: 0.1, width: 0.5, height: 0.5 });
  expect(partOf({ x: 990, y: 490, width: 5, height: 5 }, view)).toEqual({ x: 0.936, y: 0.872, width: 0.064, height: 0.128 });
});
