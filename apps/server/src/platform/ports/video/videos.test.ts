import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { QUARTER_TURN, turned, video, type VideoRecipe } from "@stillreel/testing";
import { describeByDriver, ffmpegPath } from "@stillreel/testing/video-drivers";
import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { VideoOperation, VideoOutput, VideoProbe, VideoTrackPlan } from "../video.port.ts";
import { argumentsOf, complaintAbout } from "./ffmpeg.driver.ts";
import { FragmentIndex } from "../fmp4/index.ts";
import { createVideos, sniffVideo } from "./index.ts";

const log = pino({ level: "silent" });
const LIMITS = { wallMs: 30_000, cpuS: 30, fileBytes: 50_000_000 };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "stillreel-videos-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const path = (): string => join(folder, `file-${(count += 1)}`);
async function made(recipe: VideoRecipe = {}): Promise<string> {
  const file = path();
  writeFileSync(file, await video(recipe));
  return file;
}
function written(bytes: Uint8Array | string): string {
  const file = path();
  writeFileSync(file, bytes);
  return file;
}
/** Returns an output with one frame through a filter graph. */
const still = (graph: string): VideoOutput => ({
  path: path(),
  format: "image2pipe",
  options: {},
  video: { graph, encoder: "png", options: {}, grid: null, keyEvery: null, frames: 1 },
  audio: null,
});
const frameOf = (input: string, probe: VideoProbe, start: number): VideoOperation => ({
  input: { path: input, mimeType: probe.mimeType, start, rotation: probe.rotation, keyFramesOnly: false },
  outputs: [still(`scale=${probe.width}:${probe.height},setsar=1,format=rgb24`)],
  maxSeconds: 60,
  limits: LIMITS,
});
const H264 = (width: number, height: number): VideoTrackPlan => ({
  graph: `scale=${width}:${height},setsar=1,format=yuv420p`,
  encoder: "libx264",
  options: { preset: "veryfast", crf: "30", profile: "high", level: "3.1", sc_threshold: "0" },
  grid: 30,
  keyEvery: 1,
  frames: null,
});
const AAC = { graph: "aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo", encoder: "aac", options: { b: "96k" } } as const;
/** Returns an MP4 output of these tracks; both encoded by default. */
const mp4 = (tracks: Pick<VideoOutput, "video" | "audio">, movflags = "+faststart"): VideoOutput => ({
  path: path(),
  format: "mp4",
  options: { movflags },
  ...tracks,
});
const convertingOf = (input: string, probe: VideoProbe, outputs: VideoOutput[], maxSeconds = 60): VideoOperation => ({
  ...frameOf(input, probe, 0),
  outputs,
  maxSeconds,
});
const encodingOf = (input: string, probe: VideoProbe): VideoOperation =>
  convertingOf(input, probe, [mp4({ video: H264(probe.width, probe.height), audio: probe.audioCodec === null ? null : AAC })]);
/** Returns the segment index of a fragmented MP4. */
async function partsOf(file: string): Promise<FragmentIndex> {
  const [index, bytes] = [new FragmentIndex(), readFileSync(file)];
  await index.advance(async (offset, length) => bytes.subarray(offset, offset + length), bytes.length);
  return index;
}
const resultOf = ({ outputs }: VideoOperation, index = 0): string => outputs[index]?.path ?? "";
describe("sniffing", () => {
  it.each<[string, string | Uint8Array, string | null]>([
    ["MP4", "\0\0\0\x18ftypisom\0\0\0\0", "video/mp4"],
    ["QuickTime", "\0\0\0\x14ftypqt  \0\0\0\0", "video/quicktime"],
    ["an image in the same kind of box", "\0\0\0\x18ftypheic\0\0\0\0", null],
    ["WebM", "\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm", "video/webm"],
    ["Matroska", "\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x88matroska", "video/x-matroska"],
    ["another document in EBML", "\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84evil", null],
    ["AVI", "RIFF\0\0\0\0AVI LIST", "video/x-msvideo"],
    ["a sound in the same kind of file", "RIFF\0\0\0\0WAVEfmt ", null],
    ["a description of a session", "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n", null],
    ["a drawing", "<svg xmlns='http://www.w3.org/2000/svg'/>", null],
    ["a playlist", "#EXTM3U\n#EXTINF:10,\n/etc/passwd\n", null],
    ["a list of files", "ffconcat version 1.0\nfile other.mp4\n", null],
    ["an empty file", "", null],
  ])("recognizes %s by its first bytes", (_name, head, expected) => {
    expect(sniffVideo(Buffer.from(head as string, "latin1"))).toBe(expected);
  });
});

describe("probing a file", () => {
  const videos = createVideos({ log, only: "node-av" });

  it.each<[VideoRecipe, Partial<VideoProbe>]>([
    [{}, { mimeType: "video/mp4", videoCodec: "avc", audioCodec: "aac", isIndexed: true }],
    [
      { container: "mov", video: "prores", audio: "pcm_s16le" },
      { mimeType: "video/quicktime", videoCodec: "prores", audioCodec: "pcm-s16" },
    ],
    [
      { container: "webm", video: "libvpx", audio: "libopus", live: true },
      { mimeType: "video/webm", videoCodec: "vp8", isIndexed: false },
    ],
    [
      { container: "mkv", video: "mpeg4", audio: null },
      { mimeType: "video/x-matroska", audioCodec: null, videoCodecString: null },
    ],
    [
      { container: "avi", video: "mpeg4", audio: "pcm_s16le" },
      { mimeType: "video/x-msvideo", videoCodec: "fmp4", audioCodec: "pcm-s16", videoCodecString: null },
    ],
    [
      { container: "avi", video: "libx264", audio: null },
      { videoCodec: "avc", audioCodec: null },
    ],
    [{ fragments: true }, { mimeType: "video/mp4", isFastStart: false, audioCodecString: "mp4a.40.2" }],
  ])("returns the format of %j", async (recipe, expected) => {
    const probe = await videos.probe(await made(recipe));
    expect(probe).toMatchObject({ width: 320, height: 180, rotation: 0, ...expected });
    expect(probe.duration).toBeGreaterThan(1.8);
    expect(probe.duration).toBeLessThan(2.2);
    expect(probe.frameRate).toBeGreaterThan(14);
    expect(probe.frameRate).toBeLessThan(16);
  });

  it("returns the size as it is shown", async () => {
    const probe = await videos.probe(written(turned(await video(), QUARTER_TURN)));
    expect(probe).toMatchObject({ width: 180, height: 320 });
    expect([90, 270]).toContain(probe.rotation);
  });

  it.each<[string, () => Promise<Uint8Array | string> | Uint8Array | string, string]>([
    ["a playlist", () => "#EXTM3U\n#EXTINF:10,\n/etc/passwd\n", "not-video"],
    ["noise after valid first bytes", () => `\0\0\0\x18ftypisom\0\0\0\0${"x".repeat(5_000)}`, "damaged"],
    ["an MP4 without the index at its end", async () => (await video()).subarray(0, 40_000), "damaged"],
    [
      "only the header of a WebM",
      async () => (await video({ container: "webm", video: "libvpx", audio: null })).subarray(0, 100),
      "damaged",
    ],
  ])("refuses %s", async (_name, bytes, code) => {
    await expect(videos.probe(written(await bytes()))).rejects.toMatchObject({ name: "VideoError", code });
  });

  it("copies tracks into another container, without encoding them", async () => {
    const live = await made({ container: "webm", video: "libvpx", audio: "libopus", live: true });
    const target = path();
    await videos.remux(live, target, "webm");
    const result = await videos.probe(target);
    expect(result).toMatchObject({ mimeType: "video/webm", isIndexed: true, videoCodec: "vp8", audioCodec: "opus" });
    const mov = await made({ container: "mov" });
    await videos.remux(mov, target, "mp4");
    expect(await videos.probe(target)).toMatchObject({ mimeType: "video/mp4", videoCodec: "avc", audioCodec: "aac" });
    await expect(videos.remux(await made({ container: "mov", video: "prores" }), path(), "webm")).rejects.toMatchObject({
      code: "damaged",
    });
  });

  it("stops immediately when it is aborted, and leaves no process", async () => {
    const processes = (): string => execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
    const stop = new AbortController();
    const running = videos.remux(await made(), path(), "mp4", stop.signal);
    running.catch(() => undefined);
    await vi.waitUntil(() => processes().includes(folder), { interval: 5 });
    stop.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
    expect(processes()).not.toContain(folder);
  });
});

describeByDriver("converting", { timeout: 20_000 }, (only) => {
  const videos = createVideos({ log, only, ffmpegPath });

  it("uses the requested engine", async () => {
    expect(await videos.engine()).toBe(only);
  });

  it("copies compatible tracks without encoding, and writes the index first", async () => {
    const source = await made({ fragments: true, audio: "libopus" });
    const probe = await videos.probe(source);
    const operation = convertingOf(source, probe, [mp4({ video: "copy", audio: AAC })]);
    await videos.convert(operation);
    const result = await videos.probe(resultOf(operation));
    expect(result).toMatchObject({ isFastStart: true, isIndexed: true, videoCodec: "avc", audioCodec: "aac" });
    expect(result.videoCodecString).toBe(probe.videoCodecString);
    expect(result.duration).toBeCloseTo(probe.duration, 0);
    const whole = convertingOf(resultOf(operation), result, [mp4({ video: "copy", audio: "copy" })]);
    await videos.convert(whole);
    expect(await videos.probe(resultOf(whole))).toMatchObject({ isFastStart: true, audioCodec: "aac", frameRate: result.frameRate });
  });

  it("decodes once for several qualities, whose segments start at the same times", async () => {
    const source = await made({ seconds: 3 });
    const probe = await videos.probe(source);
    const flags = "+frag_keyframe+empty_moov+default_base_moof";
    const seconds: number[] = [];
    const operation = convertingOf(
      source,
      probe,
      [180, 90].map((height) => mp4({ video: H264(height * 2, height), audio: "copy" }, flags)),
    );
    await videos.convert(operation, { onProgress: (at) => seconds.push(at) });
    const [large, small] = await Promise.all([0, 1].map((index) => partsOf(resultOf(operation, index))));
    const lengths = large?.parts.map((part) => part.seconds) ?? [];
    expect(lengths).toEqual(small?.parts.map((part) => part.seconds));
    expect(lengths.length).toBe(3);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeCloseTo(3, 1);
    expect(large?.parts.every(({ isKey }) => isKey)).toBe(true);
    // Every segment plays independently after the header.
    const whole = readFileSync(resultOf(operation, 1));
    const { offset = 0, bytes = 0 } = small?.parts[1] ?? {};
    const alone = written(Buffer.concat([whole.subarray(0, small?.headBytes), whole.subarray(offset, offset + bytes)]));
    expect(await videos.probe(alone)).toMatchObject({ width: 180, height: 90, videoCodec: "avc", audioCodec: "aac" });
    expect(seconds.every((at) => at >= 0 && at < 10)).toBe(true);
  });

  it("makes one storyboard sheet of many times, from key frames only", async () => {
    const source = await made({ seconds: 4, audio: null });
    const probe = await videos.probe(source);
    const keyed = encodingOf(source, probe);
    await videos.convert(keyed);
    const graph = "fps=1/1:start_time=0,tpad=stop_mode=clone:stop=4,scale=32:18,setsar=1,tile=2x2:nb_frames=4,format=rgb24";
    const operation = convertingOf(resultOf(keyed), probe, [still(graph)]);
    operation.input.keyFramesOnly = true;
    await videos.convert(operation);
    expect(await sharp(resultOf(operation)).metadata()).toMatchObject({ width: 64, height: 36, format: "png" });
    const means = await Promise.all(
      [0, 32].map(async (left) => (await sharp(resultOf(operation)).extract({ left, top: 18, width: 32, height: 18 }).stats()).entropy),
    );
    expect(Math.min(...means)).toBeGreaterThan(1);
  });

  it("extracts sound as plain samples, and a part as a GIF with its own palette", async () => {
    const source = await made({ seconds: 3 });
    const probe = await videos.probe(source);
    const samples: VideoOutput = {
      path: path(),
      format: "s16le",
      options: {},
      video: null,
      audio: { graph: "aresample=8000,aformat=sample_fmts=s16:channel_layouts=mono", encoder: "pcm_s16le", options: {} },
    };
    await videos.convert(convertingOf(source, probe, [samples]));
    expect(Math.abs(readFileSync(samples.path).length / 16_000 - 3)).toBeLessThan(0.2);
    const colours = "split[one][two];[one]palettegen=stats_mode=diff[colours];[two][colours]paletteuse=dither=bayer";
    const graph = `setpts=PTS-STARTPTS,fps=10,scale=160:90,setsar=1,${colours}`;
    const gif: VideoOutput = {
      path: path(),
      format: "gif",
      options: {},
      video: { graph, encoder: "gif", options: {}, grid: null, keyEvery: null, frames: null },
      audio: null,
    };
    const operation = convertingOf(source, probe, [gif], 1);
    operation.input.start = 1;
    await videos.convert(operation);
    const facts = await sharp(gif.path, { animated: true }).metadata();
    expect(facts).toMatchObject({ format: "gif", width: 160 });
    expect(Math.abs((facts.pages ?? 0) - 10)).toBeLessThan(2);
  });

  it("converts a video with a clock jump of a day without additional frames", async () => {
    const source = await made({ container: "mkv", audio: null, jump: 100_000 });
    const probe = await videos.probe(source);
    expect(probe.duration).toBeGreaterThan(100_000);
    const operation = { ...encodingOf(source, probe), maxSeconds: 200_000 };
    await videos.convert(operation);
    expect((await videos.probe(resultOf(operation))).duration).toBeGreaterThan(100_000);
    const picture = convertingOf(resultOf(operation), probe, [still("fps=10,format=rgb24")], 5);
    picture.input.mimeType = "video/mp4";
    await videos.convert(picture);
  }, 30_000);

  it.each<VideoRecipe>([
    { container: "mov", video: "prores", audio: "pcm_s16le" },
    { container: "avi", video: "mpeg4", audio: "pcm_s16le" },
    { video: "libx265" },
    { container: "mkv", video: "mpeg4", audio: "ac3" },
    { container: "webm", video: "libvpx", audio: "libopus", live: true, width: 321, height: 181 },
  ])("encodes %j for every browser", async (recipe) => {
    const source = await made({ ...recipe, width: 322, height: 182 });
    const operation = encodingOf(source, await videos.probe(source));
    await videos.convert(operation);
    const result = await videos.probe(resultOf(operation));
    expect(result).toMatchObject({ mimeType: "video/mp4", width: 322, height: 182, rotation: 0, videoCodec: "avc", audioCodec: "aac" });
    expect(result.videoCodecString).toBe("avc1.64001f");
    expect(result.duration).toBeGreaterThan(1.7);
    expect(result.duration).toBeLessThan(2.3);
    // A recording that became a thousand frames a second would be detected here.
    expect(result.frameRate).toBeLessThan(31);
  });

  it("extracts the frame at a time, upright", async () => {
    const bytes = await video({ black: 1 });
    const source = written(turned(bytes, QUARTER_TURN));
    const probe = await videos.probe(source);
    const brightness = async (start: number): Promise<number> => {
      const operation = frameOf(source, probe, start);
      await videos.convert(operation);
      const { width, height } = await sharp(resultOf(operation)).metadata();
      expect([width, height]).toEqual([180, 320]);
      return (await sharp(resultOf(operation)).greyscale().stats()).channels[0]?.mean ?? 0;
    };
    expect(await brightness(0.5)).toBeLessThan(5);
    expect(await brightness(1.5)).toBeGreaterThan(50);
  });

  it("converts the readable part of a truncated file", async () => {
    const whole = await video({ container: "mkv", video: "mpeg4", audio: null, seconds: 20 });
    const source = written(whole.subarray(0, Math.floor(whole.length * 0.6)));
    const operation = encodingOf(source, await videos.probe(source));
    await videos.convert(operation);
    const { duration } = await videos.probe(resultOf(operation));
    expect(duration).toBeGreaterThan(5);
    expect(duration).toBeLessThan(14);
  });

  it.each<[string, { start?: number; limits?: typeof LIMITS }, string]>([
    ["there is no frame at the time", { start: 500 }, "damaged"],
    ["the time limit is exceeded", { limits: { ...LIMITS, wallMs: 30 } }, "too-heavy"],
    ["the size limit is exceeded", { limits: { ...LIMITS, fileBytes: 20_000 } }, "too-heavy"],
  ])("fails permanently when %s", async (_name, change, code) => {
    if (change.limits && change.limits.fileBytes < 50_000 && process.platform !== "linux") return;
    const source = await made();
    const probe = await videos.probe(source);
    const operation = change.start === undefined ? encodingOf(source, probe) : frameOf(source, probe, change.start);
    if (change.limits) operation.limits = change.limits;
    await expect(videos.convert(operation)).rejects.toMatchObject({ name: "VideoError", code });
  });

  it("reads no file that a playlist references", async () => {
    const other = await made();
    const list = written(`#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${other}\n#EXT-X-ENDLIST\n`);
    const operation = encodingOf(list, await videos.probe(other));
    await expect(videos.convert(operation)).rejects.toMatchObject({ code: "damaged" });
    expect(() => statSync(resultOf(operation))).toThrow("ENOENT");
  });
});

describe("finding ffmpeg", () => {
  it("reports why a program is refused", async () => {
    expect(await complaintAbout(join(folder, "nothing"), folder)).not.toBeNull();
    const old = written("#!/bin/sh\necho 'ffmpeg version 4.4.1 Copyright'\n");
    execFileSync("chmod", ["+x", old]);
    expect(await complaintAbout(old, folder)).toContain("too old");
    const bare = written("#!/bin/sh\necho 'ffmpeg version n6.0 Copyright'\necho ' V....D png   PNG'\n");
    execFileSync("chmod", ["+x", bare]);
    expect(await complaintAbout(bare, folder)).toContain("libx264, aac");
  });

  it("ends a hanging program with its child processes at the time limit", async () => {
    const mark = `700.${process.pid}`;
    const encoders = ["V..... libx264", "A..... aac", "V..... png", "V..... gif", "A..... pcm_s16le"];
    const hanging = written(
      `#!/bin/sh\ncase "$*" in *-version*) echo "ffmpeg version 7.0 x";; *-encoders*) ${encoders.map((name) => `echo " ${name} x"`).join(";")};; *) sleep ${mark} & exec sleep ${mark};; esac\n`,
    );
    execFileSync("chmod", ["+x", hanging]);
    const videos = createVideos({ log, only: "ffmpeg", ffmpegPath: hanging });
    const operation = frameOf("/nothing", { mimeType: "video/mp4", width: 2, height: 2, rotation: 0 } as VideoProbe, 0);
    operation.limits = { ...LIMITS, wallMs: 500 };
    await expect(videos.convert(operation)).rejects.toMatchObject({ code: "too-heavy" });
    expect(execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })).not.toContain(`sleep ${mark}`);
  });

  it("never passes a file name as an option or a URL", () => {
    const probe = { mimeType: "video/mp4", width: 2, height: 2, rotation: 0 } as VideoProbe;
    const args = argumentsOf(frameOf("/-i/http:x", probe, 0));
    expect(args).toContain("file:/-i/http:x");
    expect(args.join(" ")).toContain("-protocol_whitelist file -format_whitelist matroska,webm,mov");
  });

  it("reports a missing program", async () => {
    const videos = createVideos({ log, only: "ffmpeg", ffmpegPath: join(folder, "nothing") });
    expect(await videos.engine()).toBeNull();
    const source = await made();
    await expect(videos.convert(frameOf(source, await videos.probe(source), 0))).rejects.toMatchObject({ code: "no-program" });
  });
});
