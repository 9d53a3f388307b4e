import { describe, expect, it } from "vitest";
import type { VideoProbe } from "../../platform/ports/video.port.ts";
import { ladderOperation, peaksOf, planLadder, planStoryboard, storyboardOperation } from "./media.extras.plan.ts";
import { createProgress } from "./media.progress.ts";

const size = { width: 1920, height: 1080 };

describe("a storyboard", () => {
  it.each([
    [0, 1, 1],
    [1, 4, 4],
    [12, 30, 10],
    [60, 30, 10],
    [199, 100, 10],
    [20_000, 100, 10],
    [100_000_000, 100, 10],
  ])("of %d seconds has %d pictures in %d columns, from the beginning to the end", (duration, count, columns) => {
    const plan = planStoryboard({ duration, ...size });
    expect(plan).toMatchObject({ count, columns, rows: Math.ceil(count / columns), tileWidth: 160, tileHeight: 90 });
    expect(plan.interval * plan.count).toBeGreaterThanOrEqual(duration - 0.001);
    expect(plan.interval * (plan.count - 1)).toBeLessThanOrEqual(duration);
  });

  it("has a limited size for every video shape", () => {
    for (const shape of [
      { width: 10, height: 8_000 },
      { width: 8_000, height: 10 },
      { width: 1080, height: 1920 },
    ]) {
      const { tileWidth, tileHeight, rows, columns } = planStoryboard({ duration: 1_000, ...shape });
      expect(Math.max(tileWidth * columns, tileHeight * rows)).toBeLessThan(4_000);
      expect(tileHeight).toBeGreaterThanOrEqual(2);
    }
  });

  it("uses only key frames for long videos", () => {
    const probe = { duration: 3_600, ...size, mimeType: "video/mp4", rotation: 0 } as VideoProbe;
    expect(storyboardOperation(probe, "/in", "/out").input.keyFramesOnly).toBe(true);
    expect(storyboardOperation({ ...probe, duration: 10 }, "/in", "/out").input.keyFramesOnly).toBe(false);
  });
});

describe("smaller qualities", () => {
  it.each<[number, number, string]>([
    [1280, 720, ""],
    [640, 360, ""],
    [1920, 1080, "hls-720 1280x720, hls-480 854x480"],
    [3840, 2160, "hls-1080 1920x1080, hls-720 1280x720, hls-480 854x480"],
    [1080, 1920, "hls-720 720x1280, hls-480 480x854"],
    [1918, 878, "hls-720 1572x720, hls-480 1048x480"],
  ])("of %d × %d are %s", (width, height, expected) => {
    expect(
      planLadder({ width, height })
        .map((rung) => `${rung.kind} ${rung.width}x${rung.height}`)
        .join(", "),
    ).toBe(expected);
  });

  it("are decoded once, and have key frames only at the same times", () => {
    const probe = { duration: 60, ...size, mimeType: "video/mp4", rotation: 0, audioCodec: "aac", frameRate: 30 } as VideoProbe;
    const { outputs } = ladderOperation(probe, "/in", planLadder(probe), "/job");
    expect(outputs.map(({ path, audio }) => [path, audio])).toEqual([
      ["/job/hls-720", "copy"],
      ["/job/hls-480", "copy"],
    ]);
    for (const { video } of outputs) expect(video).toMatchObject({ keyEvery: 2, options: { sc_threshold: "0", bf: "0" } });
  });
});

describe("a waveform", () => {
  async function* chunks(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  }

  it("returns the peak of each interval for chunks of any size", async () => {
    const bytes = Buffer.alloc(9_000 * 2);
    for (let at = 0; at < 9_000; at += 1) bytes.writeInt16LE(at < 4_500 ? 0 : at % 2 ? 16_384 : -16_384, at * 2);
    for (const length of [1, 7, 4_096, 1_000_000]) {
      const peaks = await peaksOf(chunks(bytes, length), bytes.length);
      expect(peaks.length).toBe(900);
      expect([...new Set(peaks.slice(0, 450)), ...new Set(peaks.slice(450))]).toEqual([0, 0.5]);
    }
  });

  it("is shorter for shorter sound", async () => {
    expect(await peaksOf(chunks(Buffer.from([0, 128, 255, 127]), 4), 4)).toEqual([1, 1]);
    expect(await peaksOf(chunks(Buffer.alloc(0), 1), 0)).toEqual([]);
  });
});

it("progress is reported at most once a second, and never decreases", async () => {
  let now = 0;
  const reported: number[] = [];
  const progress = createProgress(
    { encode: 60, storyboard: 40 },
    () => now,
    async (percent) => void reported.push(percent),
  );
  const encode = progress.step("encode");
  for (const part of [0, 0.1, 0.5, 0.4, 1, 7]) {
    encode(part);
    await progress.settled();
    now += 600;
  }
  const storyboard = progress.step("storyboard");
  storyboard(0.5);
  await progress.settled();
  now += 2_000;
  storyboard(1);
  await progress.settled();
  expect(reported).toEqual([6, 24, 60, 99]);
});
