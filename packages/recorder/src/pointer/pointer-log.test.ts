import { POINTER_BYTES_MAX, POINTER_CLICKS_MAX, POINTER_MOVES_MAX, PointerTrack, RECORDING_MAX_S } from "@stillreel/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeSamples, encodeSamples, PointerLog, type PointerSample, trackOf } from "./pointer-log.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const sample = fc.record({
  at: fc.double({ min: 0, max: RECORDING_MAX_S, noNaN: true }),
  x: share,
  y: share,
  isPressed: fc.boolean(),
});

test("samples are the same after they were stored, and a part of one at the end is ignored", () => {
  fc.assert(
    fc.property(fc.array(sample), fc.nat({ max: 7 }), (samples, cut) => {
      const bytes = encodeSamples(samples);
      const read = decodeSamples(samples.length > 0 ? bytes.subarray(0, bytes.length - cut) : bytes);
      expect(read).toHaveLength(samples.length - (cut > 0 && samples.length > 0 ? 1 : 0));
      for (const [index, { at, x, y, isPressed }] of read.entries()) {
        const given = samples[index] as PointerSample;
        expect(Math.abs(at - given.at)).toBeLessThan(0.001);
        expect(Math.abs(x - given.x) + Math.abs(y - given.y)).toBeLessThan(0.0001);
        expect(isPressed).toBe(given.isPressed);
      }
    }),
  );
});

test("every track is accepted by the contract", () => {
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1 }), (samples) => {
      expect(PointerTrack.safeParse(trackOf(samples)).success).toBe(true);
    }),
  );
  expect(trackOf([])).toBeNull();
});

test("the longest recording is thinned out evenly to the limits, and fits into the request", () => {
  const samples = Array.from({ length: RECORDING_MAX_S * 10 }, (_, index) => {
    return { at: index / 10, x: 0.123_456, y: 0.654_321, isPressed: index % 4 === 0 };
  });
  const track = trackOf(samples) as PointerTrack;
  expect(track.moves).toHaveLength(POINTER_MOVES_MAX);
  expect(track.clicks).toHaveLength(POINTER_CLICKS_MAX);
  const gaps = track.moves.map(([at], index) => at - (track.moves[index - 1]?.[0] ?? at));
  expect(Math.max(...gaps)).toBeLessThan(0.6);
  expect(JSON.stringify(track).length).toBeLessThan(POINTER_BYTES_MAX);
  expect(PointerTrack.safeParse(track).success).toBe(true);
});

test("positions are stored about ten times a second, and every press", () => {
  const log = new PointerLog();
  for (let ms = 0; ms < 1_000; ms += 20) log.add({ at: ms / 1_000, x: 0, y: 0, isPressed: false });
  log.add({ at: 1, x: 0.5, y: 0.5, isPressed: true });
  log.add({ at: 1.01, x: 0.5, y: 0.5, isPressed: true });
  const stored = decodeSamples(log.take() as Uint8Array);
  expect(stored.filter(({ isPressed }) => !isPressed).length).toBeLessThanOrEqual(13);
  expect(stored.filter(({ isPressed }) => isPressed)).toHaveLength(2);
  expect(log.take()).toBeNull();
});
