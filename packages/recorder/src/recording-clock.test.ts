import fc from "fast-check";
import { expect, test } from "vitest";
import { FrameTimes, RecordingClock } from "./recording-clock.ts";

test("time stops while it is paused", () => {
  let now = 1_000;
  const clock = new RecordingClock(() => now);
  now += 2_000;
  clock.pause();
  now += 60_000;
  expect(clock.seconds()).toBe(2);
  expect(clock.isRunning()).toBe(false);
  clock.resume();
  clock.resume();
  now += 500;
  expect(clock.seconds()).toBe(2.5);
});

test("frames lie as far apart as they were taken, however late they arrive", () => {
  const times = new FrameTimes();
  const placed = [
    [100, 0],
    [100.033, 0.06],
    [100.066, 0.07],
    [100.1, 0.19],
  ].map(([source = 0, recorded = 0]) => times.timeOf(source, recorded));
  expect(placed.map((time) => Math.round(time * 1_000))).toEqual([0, 33, 66, 100]);
});

test("a source's clock that jumps in any direction is aligned with the recording's again", () => {
  const times = new FrameTimes();
  times.timeOf(100, 1);
  expect(times.timeOf(9_000, 1.04)).toBeCloseTo(1.04);
  expect(times.timeOf(5, 1.08)).toBeCloseTo(1.08);
});

/** Returns the largest difference between the times of punctual frames and their time of capture, in seconds. */
function largestOffset(late: (index: number) => number, from: number): number {
  const times = new FrameTimes();
  const offsets = Array.from({ length: 300 }, (_, index) => {
    const captured = index / 30;
    return times.timeOf(1_000 + captured, captured + late(index)) - captured;
  });
  return Math.max(...offsets.slice(from).map(Math.abs));
}

test("a first frame that arrives late shifts the others for less than a second", () => {
  expect(largestOffset((index) => (index === 0 ? 0.24 : 0.01), 30)).toBeLessThan(0.045);
});

test("frames that a busy machine delivers together half a second late stay at the time of their capture", () => {
  expect(largestOffset((index) => (index % 60 > 44 ? (60 - (index % 60)) / 30 : 0.01), 0)).toBeLessThan(0.045);
});

test("a lasting delay of the source is followed within two seconds", () => {
  const times = new FrameTimes();
  const errors = Array.from({ length: 300 }, (_, index) => {
    const recorded = index / 30 + (index > 100 ? 0.2 : 0);
    return Math.abs(recorded - times.timeOf(index / 30, recorded));
  });
  expect(Math.max(...errors.filter((_, index) => index < 100 || index > 165))).toBeLessThan(0.045);
});

test("times only go up", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.boolean())), (frames) => {
      const times = new FrameTimes();
      let [last, recorded] = [-1, 0];
      for (const [source, isRepeat] of frames) {
        recorded += 0.01;
        const time = isRepeat ? times.repeat(recorded) : times.timeOf(source, recorded);
        expect(time).toBeGreaterThan(last);
        last = time;
      }
    }),
  );
});
