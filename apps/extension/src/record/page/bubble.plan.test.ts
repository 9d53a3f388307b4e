import type { BubblePosition } from "@stillreel/recorder/types";
import fc from "fast-check";
import { expect, test } from "vitest";
import { clamped, keyed, movedBy, pictureIn, pulledBy, SIZES, sizeNamed, squareOf } from "./bubble.plan.ts";

const VIEW = { width: 1_000, height: 500 };
const position: BubblePosition = { x: 0.5, y: 0.5, size: 0.2, shape: "round" };

test("a picture of the whole window covers it, and a part of it covers that part", () => {
  expect(pictureIn(VIEW, null, { width: 2_000, height: 1_000 })).toEqual({ x: 0, y: 0, width: 1_000, height: 500 });
  expect(pictureIn(VIEW, { x: 0.1, y: 0.2, width: 0.5, height: 0.5 }, null)).toEqual({ x: 100, y: 100, width: 500, height: 250 });
});

test("in a window that changed its shape the picture reaches past it, as it is fitted into the film", () => {
  // A square window in a video with aspect ratio 2:1: margins left and right.
  expect(pictureIn({ width: 500, height: 500 }, null, { width: 1_280, height: 640 })).toEqual({ x: -250, y: 0, width: 1_000, height: 500 });
});

test("the bubble is a square around its place, as wide as its part of the picture", () => {
  expect(squareOf(position, pictureIn(VIEW, null, null))).toEqual({ x: 400, y: 150, width: 200, height: 200 });
});

test("however it is moved, pulled or typed, the whole bubble stays in the picture", () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  const far = fc.integer({ min: -3_000, max: 3_000 });
  const key = fc.constantFrom("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "-");
  fc.assert(
    fc.property(part, part, part, far, far, key, fc.integer({ min: 320, max: 4_000 }), (x, y, size, dx, dy, typed, width) => {
      const picture = { x: 0, y: 0, width, height: 720 };
      const given: BubblePosition = { x, y, size, shape: "square" };
      const all = [
        clamped(given, picture),
        movedBy(given, dx, dy, picture),
        pulledBy(given, dx, dy, picture),
        keyed(given, typed, true, picture),
      ];
      for (const one of all) {
        const box = squareOf(one as BubblePosition, picture);
        expect(box.x).toBeGreaterThanOrEqual(-0.01);
        expect(box.y).toBeGreaterThanOrEqual(-0.01);
        expect(box.x + box.width).toBeLessThanOrEqual(picture.width + 0.01);
        expect(box.y + box.height).toBeLessThanOrEqual(picture.height + 0.01);
        expect(box.width).toBeGreaterThan(0);
      }
    }),
  );
});

test("pulled at its corner it grows there, and its other corner stays", () => {
  const picture = pictureIn(VIEW, null, null);
  const before = squareOf(position, picture);
  const after = squareOf(pulledBy(position, 40, 10, picture), picture);
  expect(after.width).toBeCloseTo(240);
  expect([after.x, after.y].map(Math.round)).toEqual([before.x, before.y].map(Math.round));
});

test("arrows move it, plus and minus size it, other keys do nothing", () => {
  const picture = pictureIn(VIEW, null, null);
  expect(keyed(position, "ArrowRight", false, picture)?.x).toBeCloseTo(0.52);
  expect(keyed(position, "ArrowUp", true, picture)?.y).toBeCloseTo(0.3);
  expect(keyed(position, "+", false, picture)?.size).toBeCloseTo(0.22);
  expect(keyed(position, "Enter", false, picture)).toBeNull();
});

test("a preset size is recognized by its name", () => {
  expect(sizeNamed(SIZES.medium)).toBe("medium");
  expect(sizeNamed(0.23)).toBeNull();
});
