import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { video } from "@stillreel/testing/video";
import { describeByDriver, ffmpegPath } from "@stillreel/testing/video-drivers";
import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { VideoProbe, Videos } from "../../platform/ports/video.port.ts";
import { createVideos } from "../../platform/ports/video/index.ts";
import { exportOperation, frameOperation } from "./exports.plan.ts";

// The formats need encoders and options that nothing else of the server uses.
describeByDriver("exports are made", { timeout: 60_000 }, (only) => {
  let folder: string;
  let source: string;
  let probe: VideoProbe;
  let videos: Videos;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "stillreel-exports-"));
    source = join(folder, "source.mp4");
    writeFileSync(source, await video({ seconds: 2, rate: 30 }));
    videos = createVideos({ log: pino({ level: "silent" }), only, ffmpegPath });
    probe = await videos.probe(source);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const exported = async (format: "mp4" | "webm" | "gif" | "webp" | "mp3" | "wav"): Promise<string> => {
    const target = join(folder, `exported.${format}`);
    await videos.convert(exportOperation(probe, source, target, { format, from: 0.5 }, { from: 0.5, to: 1.5 }));
    return target;
  };

  it.each([
    ["mp4", "avc", "aac"],
    ["webm", "vp9", "opus"],
  ] as const)("as %s", async (format, videoCodec, audioCodec) => {
    const result = await videos.probe(await exported(format));
    expect(result).toMatchObject({ videoCodec, audioCodec, width: 320, height: 180 });
    expect(Math.abs(result.duration - 1)).toBeLessThan(0.12);
  });

  it.each(["gif", "webp"] as const)("as %s that repeats without end", async (format) => {
    const { pages = 0, loop, width } = await sharp(await exported(format), { animated: true }).metadata();
    expect([loop, width]).toEqual([0, 320]);
    expect(pages).toBeGreaterThan(5);
  });

  it.each(["mp3", "wav"] as const)("as %s", async (format) => {
    const { duration, mimeType } = await videos.probeSound(await exported(format));
    expect(mimeType).toBe(format === "mp3" ? "audio/mpeg" : "audio/wav");
    expect(Math.abs(duration - 1)).toBeLessThan(0.12);
  });

  it("as frame", async () => {
    const target = join(folder, "frame.png");
    await videos.convert(frameOperation(probe, source, target, 1));
    expect(await sharp(readFileSync(target)).metadata()).toMatchObject({ format: "png", width: 320, height: 180 });
  });
});
