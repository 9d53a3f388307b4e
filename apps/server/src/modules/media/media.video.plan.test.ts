import { describe, expect, it } from "vitest";
import type { VideoProbe } from "../../ports/video.port.ts";
import { planPlayback, playbackOperation, posterMoments, posterOperation } from "./media.video.plan.ts";

const probe = (given: Partial<VideoProbe> = {}): VideoProbe => ({
  mimeType: "video/mp4",
  width: 1920,
  height: 1080,
  rotation: 0,
  duration: 60,
  isIndexed: true,
  videoCodec: "avc",
  videoCodecString: "avc1.640028",
  audioCodec: "aac",
  frameRate: 30,
  ...given,
});

describe("how browsers get to play a video", () => {
  it.each<[string, Partial<VideoProbe>, string]>([
    ["H.264 and AAC in MP4", {}, "original"],
    ["the same without sound", { audioCodec: null }, "original"],
    ["VP9 and Opus in WebM", { mimeType: "video/webm", videoCodecString: "vp09.00.40.08", audioCodec: "opus" }, "original"],
    ["AV1 in MP4", { videoCodecString: "av01.0.08M.08", audioCodec: "opus" }, "original"],
    ["a WebM without a length", { mimeType: "video/webm", videoCodecString: "vp8", audioCodec: "opus", isIndexed: false }, "remux webm"],
    ["H.264 in QuickTime", { mimeType: "video/quicktime" }, "remux mp4"],
    ["H.264 in Matroska", { mimeType: "video/x-matroska" }, "remux mp4"],
    ["VP9 in Matroska", { mimeType: "video/x-matroska", videoCodecString: "vp09.00.40.08", audioCodec: "vorbis" }, "remux webm"],
    ["HEVC", { videoCodec: "hevc", videoCodecString: "hvc1.1.6.L93.B0" }, "transcode"],
    ["H.264 of 10 bits", { videoCodecString: "avc1.6e0028" }, "transcode"],
    ["H.264 of 4:4:4", { videoCodecString: "avc1.f4000d" }, "transcode"],
    ["sound that browsers cannot play", { audioCodec: "ac3" }, "transcode"],
    ["what has no name for browsers", { videoCodec: "V_MPEG4/ISO/ASP", videoCodecString: null }, "transcode"],
    ["H.264 with Vorbis", { mimeType: "video/x-matroska", audioCodec: "vorbis" }, "transcode"],
    ["frames beyond 8K", { width: 16_384, height: 8_704 }, "impossible"],
    ["what would take days to encode", { videoCodecString: null, duration: 100_004 }, "impossible"],
    ["what is long, but plays as it is", { duration: 100_004 }, "original"],
  ])("%s", (_name, given, expected) => {
    const plan = planPlayback(probe(given));
    expect(plan.kind === "remux" ? `remux ${plan.container}` : plan.kind).toBe(expected);
  });
});

describe("operations", () => {
  it.each<[Partial<VideoProbe>, string, string, number]>([
    [{}, "scale=1920:1080", "4.0", 30],
    [{ frameRate: 59.94 }, "scale=1920:1080", "4.2", 60],
    [{ width: 1918, height: 879 }, "scale=1918:880", "4.0", 30],
    [{ width: 1, height: 1 }, "scale=2:2", "3.1", 30],
    [{ width: 7680, height: 4320 }, "scale=3840:2160", "5.1", 30],
    [{ width: 2160, height: 3840, frameRate: 60 }, "scale=2160:3840", "5.2", 60],
    [{ frameRate: null }, "scale=1920:1080", "4.0", 30],
  ])("encode %j with even sides, at a level that players know", (given, scale, level, grid) => {
    const { video } = playbackOperation(probe(given), "/in", "/out");
    expect(video.graph).toBe(`${scale},setsar=1,format=yuv420p`);
    expect([video.options["level"], video.grid]).toEqual([level, grid]);
    // Never a filter that fills gaps with frames: one jump in time would take hours.
    expect(video.graph).not.toMatch(/fps|tpad|framerate/u);
  });

  it("look for a picture neither at the very beginning nor behind the end", () => {
    expect(posterMoments(60)).toEqual([1, 15, 30, 0]);
    expect(posterMoments(2)).toEqual([0.2, 0.5, 1, 0]);
    expect(posterMoments(0)).toEqual([0]);
    expect(posterOperation(probe({ width: 1080, height: 2160 }), "/in", "/out", 1).video.graph).toContain("scale=640:1280");
  });

  it("bound what one file may take, by its size and length", () => {
    const [short, long] = [1, 36_000].map((duration) => playbackOperation(probe({ duration }), "/in", "/out").limits);
    expect(short?.cpuS).toBeLessThan(200);
    expect(long?.cpuS).toBeLessThanOrEqual(4 * 3_600);
    expect(long?.fileBytes).toBeLessThanOrEqual(64 * 1024 ** 3);
  });
});
