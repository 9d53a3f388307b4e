import { expect, it } from "vitest";
import { wholeVideo } from "./document.ts";
import { timeMapOf } from "./time-map.ts";
import { clipVolume, continues, fadeLevel, volumeAt } from "./volume.ts";

const document = { ...wholeVideo(10), volume: 0.5 };
const mapOf = (clips: typeof document.clips) => timeMapOf({ clips });

it("a clip fades for 20 ms at its cuts, and not where the next clip continues it", () => {
  const map = mapOf([
    { start: 0, end: 2 },
    { start: 2, end: 4 },
    { start: 6, end: 8, volume: 2 },
  ]);
  const at = (index: number, time: number): number => volumeAt(clipVolume(document, map, index), time);
  expect([at(0, 0), at(0, 2), at(1, 2), at(1, 3.9)]).toEqual([0.5, 0.5, 0.5, 0.5]);
  expect(at(1, 3.99)).toBeCloseTo(0.25);
  expect([at(1, 4), at(2, 4)]).toEqual([0, 0]);
  expect(at(2, 4.02)).toBeCloseTo(1);
  expect(at(2, 6)).toBe(1);
});

it("picture and sound fade evenly, and a replaced sound is silent", () => {
  const map = mapOf([{ start: 0, end: 4, fadeIn: 2, fadeOut: 1 }]);
  const [placed] = map.clips;
  expect([0, 1, 2, 3.5, 4].map((time) => fadeLevel(placed!, time))).toEqual([0, 0.5, 1, 0.5, 0]);
  expect(volumeAt(clipVolume(document, map, 0), 1)).toBeCloseTo(0.25);
  const audio = { assetId: "a", mode: "replace", volume: 1, at: 0, fadeIn: 0, fadeOut: 0 } as const;
  expect(volumeAt(clipVolume({ ...document, audio }, map, 0), 2)).toBe(0);
});

it("a clip of another speed or source does not continue one", () => {
  expect(continues({ start: 0, end: 2 }, { start: 2, end: 3 })).toBe(true);
  expect(continues({ start: 0, end: 2 }, { start: 2, end: 3, speed: 2 })).toBe(false);
  expect(continues({ start: 0, end: 2 }, { start: 2, end: 3, itemId: "x" })).toBe(false);
});
