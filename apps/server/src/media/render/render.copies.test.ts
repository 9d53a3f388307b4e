import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { numbered, numbersIn, onsets, RenderBench } from "@stillreel/testing/render";
import { describeByDriver } from "@stillreel/testing/video-drivers";

/** Columns of the picture that show the number of a frame as bits. */
const BITS = 11;
const SECONDS = 46;
const RATE = 48_000;
/** Seconds by which the encoder of the source itself spreads sound. */
const SPREAD_S = 0.03;
/** The second half of every fourth second is between the clips below. */
const CLIPS = Array.from({ length: 11 }, (_, index) => ({
  start: index * 4 + 0.213 + index * 0.011,
  end: index * 4 + 3.877 - index * 0.007,
}));

/** Beeps and a quiet chord, and a high tone wherever the clips above leave something out. */
const removed = CLIPS.map(({ end }, index) => `between(t,${end + SPREAD_S},${(CLIPS[index + 1]?.start ?? SECONDS) - SPREAD_S})`).join("+");
const audio = [
  "volume=0,aresample=48000,aformat=channel_layouts=mono[quiet]",
  `sine=f=1000:r=48000:d=${SECONDS},asetnsamples=n=48,volume='if(lt(mod(t,0.5),0.05),7,0)':eval=frame[beeps]`,
  `sine=f=220:r=48000:d=${SECONDS},volume=0.3[low]`,
  `sine=f=5000:r=48000:d=${SECONDS},asetnsamples=n=48,volume='if(${removed},5,0)':eval=frame[high]`,
  "[quiet][beeps][low][high]amix=inputs=4:duration=first:normalize=0",
].join(";");

const loudest = (samples: Int16Array): number => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

describeByDriver("copying most of a video", { timeout: 180_000 }, (only) => {
  let bench: RenderBench;
  let source: string;
  let result: string;
  let length = 0;
  beforeAll(async () => {
    bench = new RenderBench(only);
    source = await bench.normalised({ width: BITS * 32, height: 180, seconds: SECONDS, rate: 30 }, { video: numbered(BITS), audio });
    const job = await bench.jobOf(source, { clips: CLIPS });
    const probe = await bench.renderer.render(job);
    length = probe.duration;
    result = job.output;
  }, 180_000);
  afterAll(() => bench.close());

  it("shows exactly the frames of the clips", async () => {
    const expected = CLIPS.flatMap(({ start, end }) => {
      const first = Math.floor(start * 30 + 0.06);
      return Array.from({ length: Math.ceil((end - 0.002) * 30) - first }, (_, index) => first + index);
    });
    expect(length).toBeCloseTo(
      CLIPS.reduce((sum, { start, end }) => sum + end - start, 0),
      1,
    );
    expect(numbersIn(await bench.colors(source, BITS, 1, 90))).toEqual(Array.from({ length: 90 }, (_, index) => index));
    expect(numbersIn(await bench.colors(result, BITS, 1, expected.length))).toEqual(expected);
  });

  it("copies most packets of pictures and sound", () => {
    const [original, made] = [readFileSync(source), readFileSync(result)];
    let copied = 0;
    const all = 400;
    for (let index = 0; index < all; index += 1) {
      const at = Math.floor((original.length * (index + 0.5)) / all);
      if (made.includes(original.subarray(at, at + 40))) copied += 1;
    }
    expect(copied / all).toBeGreaterThan(0.4);
  });

  it("has the sound of the clips, within 20 ms and without clicks", async () => {
    const [before, after] = [await bench.samples(source), await bench.samples(result)];
    const [found, sounding] = [onsets(before, 3_000), onsets(after, 3_000)];
    let at = 0;
    for (const [index, { start, end }] of CLIPS.entries()) {
      const inside = found.filter((time) => time > start + 0.03 && time < end - 0.06);
      expect(inside.length).toBeGreaterThan(4);
      for (const time of inside) {
        const nearest = sounding.reduce(
          (best, other) => (Math.abs(other - at - time + start) < Math.abs(best - at - time + start) ? other : best),
          0,
        );
        expect(Math.abs(nearest - at - (time - start)), `clip ${index} at ${time}`).toBeLessThan(0.02);
      }
      const { error, moved } = difference(before, after, { start, at, seconds: end - start });
      expect(Math.abs(moved)).toBeLessThanOrEqual(512);
      expect(error, `clip ${index}`).toBeLessThan(0.05);
      at += end - start;
    }
  });

  it("contains nothing of the removed sound", async () => {
    const high = "bandpass=f=5000:width_type=h:width=200,bandpass=f=5000:width_type=h:width=200";
    expect(loudest(await bench.samples(source, high))).toBeGreaterThan(5_000);
    expect(loudest(await bench.samples(result, high))).toBeLessThan(250);
  });
});

/** Returns the largest difference of two sounds in 20 ms, in shares of their level, at the move that makes it smallest. */
function difference(
  before: Int16Array,
  after: Int16Array,
  { start, at, seconds }: { start: number; at: number; seconds: number },
): { error: number; moved: number } {
  const [from, to] = [Math.round(start * RATE), Math.round(at * RATE)];
  const errorOf = (moved: number, step: number, first: number, last: number): number => {
    let sum = 0;
    for (let sample = first; sample < last; sample += step) sum += ((before[from + sample + moved] ?? 0) - (after[to + sample] ?? 0)) ** 2;
    return Math.sqrt((sum * step) / (last - first));
  };
  const [first, last] = [Math.round(0.05 * RATE), Math.round((seconds - 0.05) * RATE)];
  let best = { error: Number.POSITIVE_INFINITY, moved: 0 };
  for (let moved = -520; moved <= 520; moved += 1) {
    const error = errorOf(moved, 7, first, first + RATE / 2);
    if (error < best.error) best = { error, moved };
  }
  let error = 0;
  for (let part = first; part + 960 <= last; part += 480) error = Math.max(error, errorOf(best.moved, 1, part, part + 960));
  const level = Math.sqrt(before.subarray(from + first, from + last).reduce((sum, sample) => sum + sample ** 2, 0) / (last - first));
  return { error: error / level, moved: best.moved };
}
