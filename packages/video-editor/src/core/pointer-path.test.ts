import type { EditEffectOf, PointerTrack } from "@stillreel/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { boxAt, viewAt, zoomBox } from "./effects.ts";
import { FOLLOW_PART, followedKeys, pointerIn, shortestPath } from "./pointer-path.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const track = fc
  .array(fc.tuple(fc.double({ min: 0.1, max: 3, noNaN: true }), share, share), { minLength: 1, maxLength: 60 })
  .map((steps): PointerTrack => {
    let at = 0;
    return { moves: steps.map(([step, x, y]) => [(at += step), x, y]), clicks: [] };
  });
const zoomOf = (moves: PointerTrack, start: number, end: number, side: number): EditEffectOf<"zoom"> => {
  const keys = followedKeys(moves, { start, end }, side) ?? [];
  return { id: "z", kind: "zoom", start, end, x: 0, y: 0, width: side, height: side, easeIn: 0, easeOut: 0, keys, followsPointer: true };
};

test("the pointer is in the middle 60 % of the box at every second, or the box is at the edge of the picture", () => {
  fc.assert(
    fc.property(
      track,
      fc.double({ min: 0.1, max: 0.9, noNaN: true }),
      fc.double({ min: 0, max: 20, noNaN: true }),
      (moves, side, start) => {
        const end = start + 30;
        const zoom = zoomOf(moves, start, end, side);
        for (const [at, ...position] of pointerIn(moves, { from: start, to: end })) {
          const box = boxAt(zoom, at);
          for (const [axis, length] of (["x", "y"] as const).map((name, index) => [box[name], position[index] ?? 0] as const)) {
            const away = Math.abs(length - (axis + side / 2));
            const isAtEdge = (axis < 0.001 && length < side / 2) || (axis + side > 0.999 && length > 1 - side / 2);
            expect(away <= (side * FOLLOW_PART) / 2 + 0.002 || isAtEdge).toBe(true);
          }
        }
      },
    ),
  );
});

test("the box has one size, is inside of the picture, and its positions are in the order of time within the zoom", () => {
  fc.assert(
    fc.property(track, fc.double({ min: 0.1, max: 0.9, noNaN: true }), (moves, side) => {
      const keys = followedKeys(moves, { start: 2, end: 12 }, side) ?? [];
      expect(keys.length).toBeGreaterThan(0);
      for (const [index, key] of keys.entries()) {
        expect(key.width).toBeCloseTo(side, 3);
        expect(Math.min(key.x, key.y)).toBeGreaterThanOrEqual(-0.0002);
        expect(Math.max(key.x, key.y) + side).toBeLessThanOrEqual(1.0002);
        expect(key.at).toBeGreaterThanOrEqual(Math.max(2, keys[index - 1]?.at ?? 2));
        expect(key.at).toBeLessThanOrEqual(12);
      }
    }),
  );
});

test("a pointer that moves within the middle does not move the box", () => {
  const moves: PointerTrack = {
    moves: Array.from({ length: 50 }, (_, index) => [index / 10, 0.5 + Math.sin(index) / 10, 0.5]),
    clicks: [],
  };
  const keys = followedKeys(moves, { start: 0, end: 5 }, 0.5) ?? [];
  expect(new Set(keys.map(({ x, y }) => `${x} ${y}`)).size).toBe(1);
  expect(keys).toHaveLength(2);
});

test("the box rests while the pointer rests, and moves shortly before the pointer arrives elsewhere", () => {
  const moves: PointerTrack = {
    moves: [
      [0, 0.3, 0.5],
      [8, 0.7, 0.5],
    ],
    clicks: [],
  };
  const zoom = zoomOf(moves, 0, 10, 0.5);
  expect(boxAt(zoom, 0.5).x).toBe(boxAt(zoom, 7.8).x);
  expect(boxAt(zoom, 8).x).toBeGreaterThan(boxAt(zoom, 7.8).x);
  expect(boxAt(zoom, 9.9).x).toBe(boxAt(zoom, 8).x);
});

test("what is shown is the followed box between the slopes", () => {
  const moves: PointerTrack = { moves: Array.from({ length: 80 }, (_, index) => [index / 10, index / 80, 0.5]), clicks: [] };
  const zoom = zoomOf(moves, 0, 8, 0.4);
  for (const at of [0, 1.3, 4, 7.9]) expect(viewAt({ effects: [zoom] }, { itemId: undefined, at })).toEqual(zoomBox(boxAt(zoom, at)));
});

test("a path through gates is inside of every one, and straight where it can be", () => {
  const gate = fc.tuple(fc.double({ min: 0, max: 10, noNaN: true }), fc.double({ min: 0, max: 5, noNaN: true }));
  fc.assert(
    fc.property(fc.array(gate, { minLength: 1, maxLength: 40 }), (all) => {
      const gates = all.map(([low, height], at) => ({ at, low, high: low + height }));
      const path = shortestPath(gates);
      expect(path[0]?.at).toBe(0);
      expect(path.at(-1)?.at).toBe(gates.length - 1);
      for (const { at, low, high } of gates) {
        const after = path.findIndex((vertex) => vertex.at >= at);
        const [a, b] = [path[after - 1] ?? path[after], path[after]];
        if (!a || !b) throw new Error("The path ends too early.");
        const value = b.at === a.at ? b.value : a.value + ((b.value - a.value) * (at - a.at)) / (b.at - a.at);
        expect(value).toBeGreaterThanOrEqual(low - 1e-9);
        expect(value).toBeLessThanOrEqual(high + 1e-9);
      }
    }),
  );
  expect(shortestPath([0, 1, 2].map((at) => ({ at, low: at, high: at + 3 })))).toHaveLength(2);
  expect(shortestPath([])).toEqual([]);
});

test("without recorded positions there is nothing to follow", () => {
  expect(followedKeys({ moves: [], clicks: [] }, { start: 0, end: 1 }, 0.5)).toBeNull();
  expect(followedKeys({ moves: [], clicks: [[0.5, 0.9, 0.9]] }, { start: 0, end: 1 }, 0.5)?.[0]).toMatchObject({ width: 0.5 });
});
