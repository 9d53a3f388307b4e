import { expect, test } from "vitest";
import { firstFrameRate, nextFrameRate, type FrameRateState } from "./frame-rate.plan.ts";
import type { FrameCounts } from "../sources/picture.ts";

const TICK_MS = 250;
const start = (requested: number): FrameRateState => firstFrameRate(requested, { encoded: 0, dropped: 0 }, 0);

/** Simulates a machine that encodes at most `capacity` frames a second. Returns the rate after each second. */
function run(
  state: FrameRateState,
  requested: number,
  capacity: number,
  from: number,
  seconds: number,
  counts: FrameCounts,
): [FrameRateState, number[]] {
  const rates: number[] = [];
  let now = state;
  for (let at = 1; at <= (seconds * 1_000) / TICK_MS; at += 1) {
    const due = (now.rate * TICK_MS) / 1_000;
    const encoded = Math.min(due, (capacity * TICK_MS) / 1_000);
    counts.encoded += encoded;
    counts.dropped += due - encoded;
    now = nextFrameRate(now, requested, { ...counts }, from + at * TICK_MS);
    if (at % 4 === 0) rates.push(now.rate);
  }
  return [now, rates];
}

test("a machine that is fast enough has the requested rate", () => {
  const [, rates] = run(start(30), 30, 60, 0, 60, { encoded: 0, dropped: 0 });
  expect(new Set(rates)).toEqual(new Set([30]));
});

test("a slow machine halves the rate until it can encode every frame", () => {
  const [, rates] = run(start(60), 60, 18, 0, 10, { encoded: 0, dropped: 0 });
  expect(rates.slice(0, 3)).toEqual([60, 60, 30]);
  expect(rates.at(-1)).toBe(15);
});

test("the rate has a minimum", () => {
  const [state] = run(start(30), 30, 1, 0, 60, { encoded: 0, dropped: 0 });
  expect(state.rate).toBe(7.5);
});

test("a short load changes nothing", () => {
  const counts = { encoded: 0, dropped: 0 };
  const [first] = run(start(30), 30, 60, 0, 6, counts);
  counts.dropped += 15;
  const [, rates] = run(first, 30, 60, 6_000, 12, counts);
  expect(new Set(rates)).toEqual(new Set([30]));
});

test("the requested rate returns after the load, and later with each reduction", () => {
  const counts = { encoded: 0, dropped: 0 };
  const [slow] = run(start(30), 30, 15, 0, 6, counts);
  expect(slow.rate).toBe(15);
  const [fast, rates] = run(slow, 30, 60, 6_000, 40, counts);
  expect(rates.indexOf(30)).toBeGreaterThan(10);
  expect(fast.rate).toBe(30);
  // A machine that is always too slow does not change the rate every few seconds.
  const [, always] = run(start(30), 30, 16, 0, 600, { encoded: 0, dropped: 0 });
  const changes = always.filter((rate, index) => index > 0 && rate !== always[index - 1]).length;
  expect(changes).toBeLessThan(16);
});
