import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { numbered, numbersIn, onsets, RenderBench } from "@stillreel/testing/render";
import { describeByDriver } from "@stillreel/testing/video-drivers";
import type { RenderJob } from "./render.types.ts";

/** Columns of the picture that show the number of a frame as bits. */
const BITS = 11;
const SECONDS = 30;
/** A beep in every half second, and a quiet chord. */
const audio = [
  "volume=0,aresample=48000,aformat=channel_layouts=mono[quiet]",
  `sine=f=1000:r=48000:d=${SECONDS},asetnsamples=n=48,volume='if(lt(mod(t,0.5),0.05),7,0)':eval=frame[beeps]`,
  `sine=f=220:r=48000:d=${SECONDS},volume=0.1[low]`,
  "[quiet][beeps][low]amix=inputs=3:duration=first:normalize=0",
].join(";");

describeByDriver("changing parts of a video", { timeout: 180_000 }, (only) => {
  let bench: RenderBench;
  let source: string;
  beforeAll(async () => {
    bench = new RenderBench(only);
    source = await bench.normalised({ width: BITS * 32, height: 180, seconds: SECONDS, rate: 30 }, { video: numbered(BITS), audio });
  }, 180_000);
  afterAll(() => bench.close());

  /** Renders, and returns the seconds of pictures that were encoded with the job. */
  async function rendered(given: object): Promise<{ job: RenderJob; pictures: number; sound: number }> {
    const job = await bench.jobOf(source, given);
    const compose = vi.spyOn(bench.videos, "compose");
    await bench.renderer.render(job);
    const all = compose.mock.calls.flatMap(([compositions]) => compositions);
    compose.mockRestore();
    const secondsOf = (kind: "video" | "audio"): number =>
      all.reduce((sum, { outputs, seconds }) => sum + (outputs.some((output) => output[kind]) ? seconds : 0), 0);
    return { job, pictures: secondsOf("video"), sound: secondsOf("audio") };
  }

  /** Returns how many of some pieces of the source are in a file. */
  function copiedShare(path: string, from = 0, to = 1): number {
    const [original, made] = [readFileSync(source), readFileSync(path)];
    const pieces = Array.from({ length: 200 }, (_, index) => Math.floor(original.length * (from + ((to - from) * (index + 0.5)) / 200)));
    return pieces.filter((at) => made.includes(original.subarray(at, at + 40))).length / pieces.length;
  }

  const numbersOf = async (path: string, count: number): Promise<number[]> => numbersIn(await bench.colors(path, BITS, 1, count));

  it("encodes only the part with another speed", async () => {
    const { job, pictures, sound } = await rendered({
      clips: [
        { start: 0, end: 12.2 },
        { start: 12.2, end: 14.2, speed: 2 },
        { start: 14.2, end: 30 },
      ],
    });
    expect(pictures).toBeLessThan(4);
    expect(sound).toBeLessThan(4);
    expect(copiedShare(job.output)).toBeGreaterThan(0.5);
    const fast = Array.from({ length: 30 }, (_, index) => 366 + index * 2);
    const expected = [
      ...Array.from({ length: 366 }, (_, index) => index),
      ...fast,
      ...Array.from({ length: 474 }, (_, index) => 426 + index),
    ];
    expect(await numbersOf(job.output, expected.length)).toEqual(expected);
    const beeps = onsets(await bench.samples(job.output), 3_000);
    const late = beeps.filter((at) => at > 14);
    expect(late.length).toBeGreaterThan(25);
    for (const at of late) expect(Math.abs(at + 1 - Math.round((at + 1) * 2) / 2)).toBeLessThan(0.02);
  });

  it.each([
    ["another volume", { volume: 0.25 }],
    ["no sound", { volume: 0 }],
  ])("encodes no picture for a part with %s", async (_, change) => {
    const { job, pictures, sound } = await rendered({
      clips: [
        { start: 0, end: 10 },
        { start: 10, end: 13, ...change },
        { start: 13, end: 30 },
      ],
    });
    expect(pictures).toBe(0);
    expect(sound).toBeLessThan(5);
    expect(await numbersOf(job.output, 900)).toEqual(Array.from({ length: 900 }, (__, index) => index));
    const samples = await bench.samples(job.output);
    const loudest = (from: number, to: number): number =>
      samples.subarray(from * 48_000, to * 48_000).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest(10.1, 12.9)).toBeLessThan(loudest(5, 8) * (change.volume + 0.05));
    expect(loudest(13.1, 16)).toBeGreaterThan(loudest(5, 8) * 0.9);
  });

  it("encodes only the frames of a fade", async () => {
    const { job, pictures, sound } = await rendered({ clips: [{ start: 0, end: 30, fadeIn: 1, fadeOut: 1 }] });
    expect(pictures).toBeLessThan(5);
    expect(sound).toBeLessThan(4);
    expect((await numbersOf(job.output, 900)).slice(31, 869)).toEqual(Array.from({ length: 838 }, (_, index) => index + 31));
    const edge = await bench.colors(job.output, 1, 1, 900);
    const [first = 255] = edge.data;
    const last = edge.data[899 * 3] ?? 255;
    expect(Math.max(first, last)).toBeLessThan(24);
  });

  it("encodes only the frames that an effect covers, and contains none of their packets", async () => {
    const cover = { id: "a", kind: "solid", start: 10.02, end: 12.31, x: 0, y: 0, width: 1, height: 1, color: "#FFFFFF" };
    const { job, pictures } = await rendered({ effects: [cover] });
    expect(pictures).toBeLessThan(6);
    const shown = await numbersOf(job.output, 900);
    const all = 2 ** BITS - 1;
    expect(shown).toEqual(Array.from({ length: 900 }, (_, index) => (index >= 301 && index < 370 ? all : index)));
  });

  it("makes sound and pictures one after the other when a source is long, because each process has its index in memory", async () => {
    const probe = await bench.videos.probe(source);
    const long = { type: "video", path: source, probe: { ...probe, duration: 2 * 3_600 } } as const;
    const clips = [
      { start: 0, end: 12.2 },
      { start: 14.2, end: 30 },
    ];
    const job = await bench.jobOf(source, { clips }, { sources: new Map([["long", long]]) });
    const { compose } = bench.videos;
    const started: boolean[] = [];
    let running = 0;
    const spy = vi.spyOn(bench.videos, "compose").mockImplementation(async (...given) => {
      started.push(running === 0);
      running += 1;
      await compose(...given).finally(() => (running -= 1));
    });
    await bench.renderer.render(job);
    spy.mockRestore();
    expect(started.length).toBeGreaterThan(1);
    expect(started).not.toContain(false);
  });

  it("encodes everything when the source was encoded with other settings", async () => {
    const other = await bench.made({ width: 320, height: 180, seconds: 20, rate: 30 });
    const job = await bench.jobOf(other, {
      clips: [
        { start: 0, end: 10 },
        { start: 10, end: 20, speed: 2 },
      ],
    });
    const compose = vi.spyOn(bench.videos, "compose");
    const probe = await bench.renderer.render(job);
    const lengths = compose.mock.calls.flatMap(([compositions]) =>
      compositions.flatMap(({ outputs, seconds }) => (outputs.some(({ video }) => video) ? [seconds] : [])),
    );
    compose.mockRestore();
    expect(probe.duration).toBeCloseTo(15, 1);
    // One frame was enough to know it.
    expect(lengths).toEqual([expect.closeTo(1 / 30, 3), expect.closeTo(10, 1), expect.closeTo(5, 1)]);
  });
});
