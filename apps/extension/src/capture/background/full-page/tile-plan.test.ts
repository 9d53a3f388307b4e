import fc from "fast-check";
import { expect, test } from "vitest";
import { nextStop, ratioOf, seam, stops, toOffset, toPixels, viewIn } from "./tile-plan.ts";

test("a range that is not longer than the view has one scroll position", () => {
  expect(stops({ from: 0, to: 700 }, 813, 0)).toEqual([0]);
  expect(stops({ from: 100, to: 700 }, 813, 5_000)).toEqual([100]);
});

test("the last scroll position ends at the end of the content", () => {
  expect(stops({ from: 0, to: 2_000 }, 813, 1_187)).toEqual([0, 813, 1_187]);
});

test("a box near the end of the content is captured from the last scroll position", () => {
  expect(stops({ from: 1_900, to: 2_000 }, 813, 1_187)).toEqual([1_187]);
});

test("scroll positions cover every requested pixel, are within the scroll range, and each adds new pixels", () => {
  fc.assert(
    fc.property(fc.nat(9_000), fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 60, max: 900 }), (from, length, step) => {
      const to = from + length;
      const max = Math.max(0, to - step);
      const found = stops({ from, to }, step, max);
      let covered = found[0] as number;
      expect(covered).toBeLessThanOrEqual(from);
      for (const at of found) {
        expect(at).toBeLessThanOrEqual(covered);
        expect(at).toBeLessThanOrEqual(max);
        expect(at + step).toBeGreaterThan(covered);
        covered = at + step;
      }
      expect(covered).toBeGreaterThanOrEqual(to);
    }),
  );
});

test("scrolling stops when the bottom of the view is at the height limit", () => {
  expect(nextStop(0, 800, 1_000, 50_000)).toBe(200);
  expect(nextStop(200, 800, 1_000, 50_000)).toBeNull();
  expect(nextStop(800, 800, 50_000, 1_100)).toBe(1_100);
});

test("offsets and pixels are converted in both directions at any ratio", () => {
  for (const ratio of [0.67, 1, 1.1, 1.25, 1.5, 2, 3])
    for (const pixels of [0, 1, 877, 50_001]) expect(toPixels(toOffset(pixels, -300, ratio), -300, ratio)).toBe(pixels);
});

test("the ratio is the page's value, or the image's value if they differ", () => {
  expect(ratioOf(1_441, 1_152, 1.25)).toBe(1.25);
  expect(ratioOf(1_200, 1_200, 1.5)).toBe(1);
});

test("a view is cut from an image without partially covered pixels", () => {
  expect(viewIn({ width: 1_000, height: 500 }, null, 2, false)).toEqual({ x: 0, y: 0, width: 1_000, height: 500 });
  const view = { x: 100, y: 56, width: 885, height: 600.5 };
  const whole = { x: 125, y: 70, width: 1_106, height: 750 };
  expect(viewIn({ width: 1_250, height: 1_000 }, view, 1.25, false)).toEqual(whole);
  // The last column of a single row of views may be partial, because nothing is joined to it.
  expect(viewIn({ width: 1_250, height: 1_000 }, view, 1.25, true)).toEqual({ ...whole, width: 1_107 });
});

test("two rows are joined at the top of the lower row, unless only one of them has content there", () => {
  const upper = { from: 0, to: 800, shownTo: 56 };
  const lower = { from: 600, to: 1_400, shownFrom: 1_400 };
  expect(seam(upper, lower)).toBe(600);
  expect(seam({ ...upper, shownTo: 700 }, lower)).toBe(700);
  expect(seam({ ...upper, shownTo: 5_000 }, lower)).toBe(800);
  expect(seam({ ...upper, shownTo: 750 }, { ...lower, shownFrom: 650 })).toBe(650);
  expect(seam({ ...upper, shownTo: 0 }, { ...lower, shownFrom: 0 })).toBe(600);
});
