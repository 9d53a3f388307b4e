import type { EditClip } from "@stillreel/contract";
import { describe, expect, it } from "vitest";
import { wholeVideo } from "./document.ts";
import { changeOf, clipAt, outputPosition, outputRanges, outputTimes, removedRanges, sourceAt, timeMapOf } from "./time-map.ts";

/** Returns numbers from 0 to 1 that depend on a seed only (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Length of the source in milliseconds. */
const SOURCE_MS = 4_000;
const SPEEDS = [0.25, 0.5, 1, 2, 4];

/** The reference: the edited video as a list with the source of each quarter of a millisecond. */
function reference(clips: readonly EditClip[]): { itemId: string | undefined; at: number }[] {
  const played: { itemId: string | undefined; at: number }[] = [];
  for (const { start, end, speed = 1, itemId } of clips)
    for (let step = 0; step < Math.round(((end - start) * 4_000) / speed); step += 1)
      played.push({ itemId, at: start + (step * speed) / 4_000 });
  return played;
}

function randomClips(random: () => number): EditClip[] {
  return Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
    const start = Math.floor(random() * (SOURCE_MS - 100));
    const end = start + 40 + Math.floor(random() * Math.min(600, SOURCE_MS - start - 40));
    const speed = SPEEDS[Math.floor(random() * SPEEDS.length)] ?? 1;
    return { start: start / 1_000, end: end / 1_000, speed, ...(random() < 0.2 ? { itemId: "joined" } : {}) };
  });
}

const SEEDS = Array.from({ length: 60 }, (_, index) => index + 1);

describe("time map", () => {
  it.each(SEEDS)("agrees with a list of all positions (seed %i)", (seed) => {
    const random = dice(seed);
    const clips = randomClips(random);
    const map = timeMapOf({ clips });
    const played = reference(clips);
    expect(Math.abs(map.duration * 4_000 - played.length)).toBeLessThan(clips.length + 1);
    for (let tries = 0; tries < 50; tries += 1) {
      const placed = map.clips[Math.floor(random() * map.clips.length)];
      if (!placed) throw new Error("There is a clip.");
      const time = placed.from + (placed.to - placed.from) * random() * 0.99;
      const { itemId, at } = sourceAt(map, time);
      const before = reference(clips.slice(0, placed.index)).length;
      const expected = played[before + Math.floor((time - placed.from) * 4_000)];
      expect(itemId).toBe(expected?.itemId);
      expect(Math.abs(at - (expected?.at ?? NaN))).toBeLessThan(0.0015);
      expect(outputTimes(map, { itemId, at }).some((one) => Math.abs(one - time) < 1e-6)).toBe(true);
    }
  });

  it.each(SEEDS)("never puts a position outside of the edited video (seed %i)", (seed) => {
    const random = dice(seed + 1_000);
    const map = timeMapOf({ clips: randomClips(random) });
    const change = changeOf(timeMapOf({ clips: randomClips(random) }), map);
    const own = reference(map.clips.map(({ clip }) => clip)).filter(({ itemId }) => itemId === undefined);
    for (let tries = 0; tries < 100; tries += 1) {
      const at = Math.floor(random() * SOURCE_MS) / 1_000;
      const { time, isCut } = outputPosition(map, { itemId: undefined, at });
      expect(time).toBeGreaterThanOrEqual(0);
      expect(time).toBeLessThanOrEqual(map.duration);
      const nearest = Math.min(...own.map((one) => Math.abs(one.at - at)));
      if (isCut) expect(nearest > 0).toBe(true);
      else expect(nearest).toBeLessThan(0.0021);
      expect(change(random() * 5).time).toBeLessThanOrEqual(map.duration);
    }
    for (const { from, to } of outputRanges(map, undefined, { from: random() * 4, to: 4 })) {
      expect(to).toBeGreaterThan(from);
      expect(to).toBeLessThanOrEqual(map.duration + 1e-9);
    }
  });

  it("moves removed positions to the next clip of the source, or to the end of the last one", () => {
    const map = timeMapOf({
      clips: [
        { start: 2, end: 4 },
        { start: 6, end: 8, speed: 2 },
      ],
    });
    const at = (second: number) => outputPosition(map, { itemId: undefined, at: second });
    expect([at(0), at(3), at(5), at(7), at(8), at(9)]).toEqual([
      { time: 0, isCut: true },
      { time: 1, isCut: false },
      { time: 2, isCut: true },
      { time: 2.5, isCut: false },
      { time: 3, isCut: false },
      { time: 3, isCut: true },
    ]);
    expect(outputPosition(map, { itemId: "other", at: 1 })).toEqual({ time: 0, isCut: true });
  });

  it("finds the clip of any time, also at cuts and ends", () => {
    const map = timeMapOf({
      clips: [
        { start: 0, end: 1 },
        { start: 5, end: 6 },
        { start: 2, end: 3 },
      ],
    });
    expect([0, 0.999, 1, 2, 2.5, 3, 9].map((time) => clipAt(map, time)?.index)).toEqual([0, 0, 1, 2, 2, 2, 2]);
    expect(clipAt(timeMapOf({ clips: [] }), 0)).toBeNull();
  });

  it("lists what is removed, and ranges that cuts divide", () => {
    const clips = [
      { start: 5, end: 6 },
      { start: 1, end: 2 },
      { start: 2, end: 3 },
    ];
    expect(removedRanges({ clips }, 8)).toEqual([
      { from: 0, to: 1 },
      { from: 3, to: 5 },
      { from: 6, to: 8 },
    ]);
    expect(outputRanges(timeMapOf({ clips }), undefined, { from: 1.5, to: 5.5 })).toEqual([
      { from: 0, to: 0.5 },
      { from: 1.5, to: 3 },
    ]);
    expect(removedRanges(wholeVideo(8), 8)).toEqual([]);
  });
});
