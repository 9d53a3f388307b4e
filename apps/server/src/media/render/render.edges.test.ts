import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { onsets, RenderBench } from "@stillreel/testing/render";
import { describeByDriver } from "@stillreel/testing/video-drivers";
import type { RenderSource } from "./render.types.ts";

describeByDriver("rendering unusual videos", { timeout: 120_000 }, (only) => {
  let bench: RenderBench;
  beforeAll(() => {
    bench = new RenderBench(only);
  });
  afterAll(() => bench.close());

  it("renders 10 frames per second without sound, in another order, down to one frame", async () => {
    const source = await bench.made({ seconds: 3, rate: 10, audio: null });
    const clips = [
      { start: 2, end: 2.5 },
      { start: 1, end: 1.034 },
      { start: 0, end: 0.5, speed: 0.5 },
    ];
    const job = await bench.jobOf(source, { clips });
    const probe = await bench.renderer.render(job);
    expect(probe).toMatchObject({ audioCodec: null, width: 320, height: 180 });
    expect(probe.duration).toBeCloseTo(1.534, 1);
  });

  it("joins an image and a video of other sizes, and mixes a sound into silence", async () => {
    const source = await bench.made({ seconds: 2, audio: null });
    const joined = await bench.made({ seconds: 2, width: 180, height: 320 });
    const picture = join(bench.path(), "..", "picture.webp");
    await sharp({ create: { width: 401, height: 301, channels: 3, background: "#00FF00" } })
      .webp()
      .toFile(picture);
    const sound = join(bench.path(), "..", "sound.wav");
    writeFileSync(sound, wave(0.5));
    const probe = await bench.videos.probe(joined);
    const sources = new Map<string | undefined, RenderSource>([
      ["image", { type: "image", path: picture, width: 401, height: 301 }],
      ["video", { type: "video", path: joined, probe }],
    ]);
    const clips = [
      { start: 0, end: 1 },
      { start: 0, end: 1, itemId: "image" },
      { start: 0, end: 1, itemId: "video", volume: 0 },
    ];
    const audio = { assetId: "sound", mode: "add", at: 1.5, volume: 1 };
    const given = {
      clips,
      audio,
      effects: [{ id: "a", kind: "solid", start: 0.5, end: 1, itemId: "image", x: 0, y: 0, width: 1, height: 1, color: "#FF0000" }],
    };
    const job = await bench.jobOf(source, given, { sources, assets: new Map([["sound", sound]]) });
    const result = await bench.renderer.render(job);
    expect(result).toMatchObject({ width: 320, height: 180, audioCodec: "aac" });
    expect(result.duration).toBeCloseTo(3, 1);
    const colors = await bench.colors(job.output, 4, 1, 90);
    const at = (frame: number, column: number): number[] => [
      ...colors.data.subarray((frame * 4 + column) * 3, (frame * 4 + column) * 3 + 3),
    ];
    const [edge, middle, covered] = [at(35, 0), at(35, 1), at(55, 1)];
    expect(edge[1]).toBeLessThan(200);
    expect(middle[1]).toBeGreaterThan(200);
    expect(middle[0]).toBeLessThan(60);
    expect(covered[0]).toBeGreaterThan(180);
    expect(covered[1]).toBeLessThan(60);
    const [sounding] = onsets(await bench.samples(job.output));
    expect(Math.abs((sounding ?? 0) - 1.5)).toBeLessThan(0.02);
  });

  it("replaces the sound by another one", async () => {
    const source = await bench.made({ seconds: 3 });
    const sound = join(bench.path(), "..", "replaced.wav");
    writeFileSync(sound, wave(0.5));
    const audio = { assetId: "sound", mode: "replace", at: 2, volume: 0.8, fadeOut: 0.2 };
    const job = await bench.jobOf(source, { audio }, { assets: new Map([["sound", sound]]) });
    expect((await bench.renderer.render(job)).audioCodec).toBe("aac");
    const found = onsets(await bench.samples(job.output));
    expect(found).toHaveLength(1);
    expect(Math.abs((found[0] ?? 0) - 2)).toBeLessThan(0.02);
  });

  it("renders many clips", async () => {
    const source = await bench.made({ seconds: 4 });
    const clips = Array.from({ length: 40 }, (_, index) => ({ start: ((index * 37) % 380) / 100, end: ((index * 37) % 380) / 100 + 0.1 }));
    const job = await bench.jobOf(source, { clips });
    expect((await bench.renderer.render(job)).duration).toBeCloseTo(4, 1);
  });

  it("ends its processes when it is aborted, and leaves no result", async () => {
    const source = await bench.made({ seconds: 8, rate: 30, width: 640, height: 360 });
    const job = await bench.jobOf(source, { effects: [{ id: "a", kind: "blur", start: 0, end: 8, x: 0, y: 0, width: 1, height: 1 }] });
    const processes = (): string => readdirSync("/proc").map(commandOf).join("\n");
    const stop = new AbortController();
    const running = bench.renderer.render(job, { signal: stop.signal });
    running.catch(() => undefined);
    await vi.waitUntil(() => readdirSync(job.folder).some((name) => name.startsWith("picture-")), { interval: 5, timeout: 60_000 });
    stop.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
    expect(processes()).not.toContain(job.folder);
    expect(readdirSync(job.folder)).not.toContain("file.mp4");
  });
});

/** Returns the command of a process by its folder in /proc; empty for everything else, and for a process that has ended. */
function commandOf(id: string): string {
  if (!/^\d+$/u.test(id)) return "";
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Returns a WAV file with a tone. */
function wave(seconds: number): Buffer {
  const count = Math.round(seconds * 48_000);
  const bytes = Buffer.alloc(44 + count * 2);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(36 + count * 2, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(48_000, 24);
  bytes.writeUInt32LE(96_000, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(count * 2, 40);
  for (let index = 0; index < count; index += 1) bytes.writeInt16LE(Math.round(Math.sin(index / 8) * 12_000), 44 + index * 2);
  return bytes;
}
