import { describe, expect, it } from "vitest";
import { curveOf, joined, watchedOf } from "./views.plan.ts";

/** Returns the covered hundredths as `from-to`. */
function bitsOf(coverage: Buffer | null): string {
  const bits = Array.from({ length: 100 }, (_, bucket) => ((coverage?.[bucket >> 3] ?? 0) >> (bucket & 7)) & 1);
  const runs: string[] = [];
  for (let from = bits.indexOf(1); from >= 0; from = bits.indexOf(1, from)) {
    let to = from;
    while (bits[to + 1] === 1) to += 1;
    runs.push(`${from}-${to}`);
    from = to + 1;
  }
  return runs.join(" ");
}
const claim = (seconds: number, ...segments: [number, number][]) => ({ seconds, segments });

describe("the watched part", () => {
  it("has one bit per hundredth of the length", () => {
    expect(bitsOf(watchedOf(claim(30, [0, 10], [50, 60]), 100, 30).coverage)).toBe("0-9 50-59");
    expect(bitsOf(watchedOf(claim(10, [0, 9.9]), 10, 10).coverage)).toBe("0-99");
    expect(bitsOf(watchedOf(claim(600, [0, 600]), 3_600, 600).coverage)).toBe("0-16");
  });

  it("ignores ranges after the end, reversed ranges and duplicates", () => {
    expect(bitsOf(watchedOf(claim(5, [90, 1_000_000], [30, 20], [200, 300], [95, 95]), 100, 30).coverage)).toBe("90-99");
    expect(watchedOf(claim(999, [0, 10]), 100, 9_999).seconds).toBe(100);
  });

  it("is not longer than the time that passed allows", () => {
    expect(watchedOf(claim(100_000), 3_600, 10).seconds).toBe(70);
    expect(bitsOf(watchedOf(claim(3_600, [0, 3_600]), 3_600, 0).coverage)).toBe("0-6");
    expect(bitsOf(watchedOf(claim(3_600, [0, 3_600]), 3_600, 840).coverage)).toBe("0-99");
    // A clock that jumped back.
    expect(watchedOf(claim(100), null, -500).seconds).toBe(60);
  });

  it("is a view from three seconds, or from the whole of a shorter video", () => {
    expect([2.9, 3].map((seconds) => watchedOf(claim(seconds), 60, 0).isView)).toEqual([false, true]);
    expect([1, 2].map((seconds) => watchedOf(claim(seconds), 2, 0).isView)).toEqual([false, true]);
    expect([2.9, 3].map((seconds) => watchedOf(claim(seconds), null, 0).isView)).toEqual([false, true]);
  });

  it("has no coverage without a length", () => {
    expect(watchedOf(claim(5, [0, 5]), null, 0).coverage).toBeNull();
    expect(watchedOf(claim(5, [0, 5]), 0, 0).coverage).toBeNull();
  });

  it("never decreases when reports are combined", () => {
    const [one, other] = [watchedOf(claim(5, [0, 5]), 100, 0).coverage, watchedOf(claim(5, [3, 8]), 100, 0).coverage];
    expect(bitsOf(joined(one, other))).toBe("0-7");
    expect([joined(null, other), joined(one, null), joined(null, null)]).toEqual([other, one, null]);
  });
});

it("the curve counts visitors at each hundredth and at each part", () => {
  const whole = watchedOf(claim(60, [0, 100]), 100, 60).coverage;
  const half = watchedOf(claim(60, [0, 50]), 100, 60).coverage;
  const { coverage, completion } = curveOf(Buffer.concat([whole, half, half].map((bits) => bits ?? Buffer.alloc(13))), [25, 50, 75, 100]);
  expect([coverage.length, coverage[0], coverage[49], coverage[50], coverage[99]]).toEqual([100, 3, 3, 1, 1]);
  expect(completion).toEqual([
    { percent: 25, viewers: 3 },
    { percent: 50, viewers: 3 },
    { percent: 75, viewers: 1 },
    { percent: 100, viewers: 1 },
  ]);
  expect(curveOf(Buffer.alloc(0), [25])).toMatchObject({ completion: [{ percent: 25, viewers: 0 }] });
});
