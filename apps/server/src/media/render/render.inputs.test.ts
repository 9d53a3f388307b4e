import { readFileSync, writeFileSync } from "node:fs";
import { QUARTER_TURN, turned } from "@stillreel/testing";
import { numbered, numbersIn, RenderBench } from "@stillreel/testing/render";
import { describeByDriver } from "@stillreel/testing/video-drivers";
import { afterAll, beforeAll, expect, it } from "vitest";

const NUMBERED = { width: 352, height: 180, seconds: 6, rate: 30 } as const;
const COLUMNS = 11;

describeByDriver("rendering unusual inputs", { timeout: 240_000 }, (only) => {
  let bench: RenderBench;
  let movie: string;
  beforeAll(async () => {
    bench = new RenderBench(only);
    movie = await bench.normalised(NUMBERED, { video: numbered(COLUMNS) });
  }, 240_000);
  afterAll(() => bench.close());

  const framesOf = async (path: string, count: number): Promise<number[]> => numbersIn(await bench.colors(path, COLUMNS, 1, count));
  const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

  it("removes exactly one frame", async () => {
    const clips = [
      { start: 0, end: 95 / 30 },
      { start: 96 / 30, end: 6 },
    ];
    const job = await bench.jobOf(movie, { clips });
    const probe = await bench.renderer.render(job);
    expect(probe.duration).toBeCloseTo(179 / 30, 1);
    expect(await framesOf(job.output, 179)).toEqual([...range(0, 95), ...range(96, 180)]);
  });

  it("leaves exactly one frame", async () => {
    const job = await bench.jobOf(movie, { clips: [{ start: 95 / 30, end: 96 / 30 }] });
    const probe = await bench.renderer.render(job);
    expect(probe).toMatchObject({ width: 352, height: 180, videoCodec: "avc" });
    expect(await framesOf(job.output, 1)).toEqual([95]);
  });

  it("shows a frame of a variable rate until the next one, also when a clip begins and ends within its time", async () => {
    // Ten frames per second for two seconds, three seconds without a frame, and ten frames per second again.
    const source = await bench.made({ seconds: 4, rate: 10, jump: 3, audio: null, fastStart: true });
    const clips = [
      { start: 0.5, end: 3.2 },
      { start: 4.2, end: 5.6 },
    ];
    for (const effects of [
      [],
      [{ id: "a", kind: "solid", start: 0, end: 9, x: 0.9, y: 0.9, width: 0.05, height: 0.05, color: "#FF0000" }],
    ]) {
      const job = await bench.jobOf(source, { clips, effects });
      const probe = await bench.renderer.render(job);
      expect(probe.duration).toBeCloseTo(4.1, 1);
      const brightness = async (path: string, time: number): Promise<number> => {
        const { data, width } = await bench.frame(path, {}, time);
        return data[(20 * width + 30) * 3] ?? 0;
      };
      for (const [made, original] of [
        [2, 2.5],
        [2.6, 3.1],
        [3.95, 5.45],
      ] as const)
        expect(Math.abs((await brightness(job.output, made)) - (await brightness(source, original))), `at ${made} s`).toBeLessThan(12);
    }
  });

  it("renders a file with rotation metadata upright", async () => {
    const source = await bench.made({ seconds: 3, rate: 30, black: 1, fastStart: true });
    writeFileSync(source, turned(readFileSync(source), QUARTER_TURN));
    const clips = [
      { start: 0, end: 0.5 },
      { start: 1.5, end: 2.5 },
    ];
    const job = await bench.jobOf(source, { clips });
    expect(job.probe.rotation).toBe(90);
    expect(await bench.renderer.render(job)).toMatchObject({ width: 180, height: 320, rotation: 0 });
    const { data } = await bench.colors(job.output, 1, 1, 40);
    expect(data[10 * 3] ?? 255).toBeLessThan(5);
    expect(data[30 * 3] ?? 0).toBeGreaterThan(50);
  });

  it("refuses a clip of a part that its source does not have", async () => {
    const job = await bench.jobOf(movie, { clips: [{ start: 0, end: 9 }] });
    await expect(bench.renderer.render(job)).rejects.toMatchObject({ name: "VideoError", code: "damaged" });
  });
});
