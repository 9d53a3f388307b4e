import { expect, test } from "vitest";
import { FADE_MS, FADE_WAIT_MS, isMeant, led, opacityAt, seen, type Stroke, wings } from "./drawing.plan.ts";

const stroke = (more: Partial<Stroke> = {}): Stroke => ({ tool: "pen", colour: "#FFC42E", width: 6, points: [], fadesFrom: null, ...more });

test("a pen stroke omits points without information; arrows and boxes have two end points", () => {
  const line = [
    [0, 0],
    [0.5, 0.5],
    [10, 0],
    [20, 5],
  ].reduce((so, at) => led(so, at as [number, number]), stroke());
  expect(line.points).toEqual([
    [0, 0],
    [10, 0],
    [20, 5],
  ]);
  const box = [
    [0, 0],
    [4, 4],
    [30, 40],
  ].reduce((so, at) => led(so, at as [number, number]), stroke({ tool: "box" }));
  expect(box.points).toEqual([
    [0, 0],
    [30, 40],
  ]);
});

test("a dot of the pen is drawn; an arrow or a box without a size is discarded", () => {
  expect(isMeant(stroke({ points: [[5, 5]] }))).toBe(true);
  expect(isMeant(stroke({ tool: "arrow", points: [[5, 5]] }))).toBe(false);
  expect(
    isMeant(
      stroke({
        tool: "box",
        points: [
          [5, 5],
          [6, 6],
        ],
      }),
    ),
  ).toBe(false);
  expect(
    isMeant(
      stroke({
        tool: "box",
        points: [
          [5, 5],
          [16, 6],
        ],
      }),
    ),
  ).toBe(true);
});

test("fading ink waits, fades and is removed; other ink remains", () => {
  const fading = stroke({ fadesFrom: 1_000 });
  expect(opacityAt(fading, 1_000 + FADE_WAIT_MS)).toBe(1);
  expect(opacityAt(fading, 1_000 + FADE_WAIT_MS + FADE_MS / 2)).toBeCloseTo(0.5);
  expect(seen([fading, stroke()], 1_000 + FADE_WAIT_MS + FADE_MS)).toHaveLength(1);
  expect(opacityAt(stroke(), 1e9)).toBe(1);
});

test("the wings of an arrow are behind its point, one on each side, and not longer than the arrow", () => {
  const [left, right] = wings([0, 0], [100, 0], 6);
  expect(left[0]).toBeLessThan(100);
  expect(Math.sign(left[1])).toBe(-Math.sign(right[1]));
  const [short] = wings([0, 0], [4, 0], 12);
  expect(Math.hypot(4 - short[0], short[1])).toBeCloseTo(4);
});
