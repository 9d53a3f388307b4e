import { video } from "@stillreel/testing";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type ReadAt, wholePart } from "./fragments.ts";

let film: Uint8Array;
beforeAll(async () => {
  film = await video({ fragments: true, seconds: 4 });
});

const readerOf =
  (bytes: Uint8Array): ReadAt =>
  (offset, length) =>
    bytes.subarray(offset, offset + length);
const wholeOf = (bytes: Uint8Array) => wholePart(readerOf(bytes), bytes.length);

test("a finished recording is whole", () => {
  const whole = wholeOf(film);
  expect(whole?.fragments).toBeGreaterThanOrEqual(3);
  expect(Math.abs((whole?.durationMs ?? 0) - 4_000)).toBeLessThan(150);
});

test("for any cut, the complete part is before the cut, and more bytes never give less", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: film.length }), fc.integer({ min: 1, max: film.length }), (a, b) => {
      const [less, more] = [wholeOf(film.subarray(0, Math.min(a, b))), wholeOf(film.subarray(0, Math.max(a, b)))];
      expect(more?.bytes ?? 0).toBeLessThanOrEqual(Math.max(a, b));
      expect(less?.durationMs ?? 0).toBeLessThanOrEqual(more?.durationMs ?? 0);
    }),
    { numRuns: 200 },
  );
});

test("something else is not taken for one, and nothing in it leads astray", () => {
  expect(wholeOf(new TextEncoder().encode("#EXTM3U\n/etc/passwd\n"))).toBeNull();
  expect(wholeOf(new Uint8Array(0))).toEqual({ bytes: 0, durationMs: 0, fragments: 0 });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(), (noise, at) => {
      const spoilt = film.slice();
      spoilt.set(noise, at % Math.max(1, film.length - noise.length));
      expect(wholeOf(spoilt)?.bytes ?? 0).toBeLessThanOrEqual(film.length);
    }),
  );
});
