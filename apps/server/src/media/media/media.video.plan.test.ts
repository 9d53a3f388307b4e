import { describe, expect, it } from "vitest";
import type { VideoOperation, VideoProbe, VideoTrackPlan } from "../../platform/ports/video.port.ts";
import { copyOperation, planPlayback, playbackOperation, posterTimes, posterOperation } from "./media.video.plan.ts";

const probe = (given: Partial<VideoProbe> = {}): VideoProbe => ({
  mimeType: "video/mp4",
  width: 1920,
  height: 1080,
  rotation: 0,
  duration: 60,
  isIndexed: true,
  isFastStart: true,
  keyFrameGap: 2,
  videoCodec: "avc",
  videoCodecString: "avc1.640028",
  audioCodec: "aac",
  audioCodecString: "mp4a.40.2",
  frameRate: 30,
  ...given,
});
const webm = { mimeType: "video/webm", isFastStart: false, keyFrameGap: null, audioCodec: "opus" } as const;
const vp9 = { ...webm, videoCodec: "vp9", videoCodecString: "vp09.00.40.08" } as const;

describe("the conversion of a video for browsers", () => {
  it.each<[string, Partial<VideoProbe>, string]>([
    ["H.264 and AAC in an MP4 with its index in front", {}, "original"],
    ["the same without sound", { audioCodec: null }, "original"],
    ["the same with its index at the end, or in fragments", { isFastStart: false }, "copy, sound copied"],
    ["a recording with Opus", { isFastStart: false, audioCodec: "opus", isIndexed: false }, "copy, sound encoded"],
    ["a recording without sound", { isFastStart: false, audioCodec: null }, "copy, no sound"],
    ["H.264 in QuickTime", { mimeType: "video/quicktime", isFastStart: false }, "copy, sound copied"],
    ["H.264 in Matroska with Vorbis", { mimeType: "video/x-matroska", isFastStart: false, audioCodec: "vorbis" }, "copy, sound encoded"],
    ["H.264 with sound that browsers cannot play", { audioCodec: "ac3" }, "copy, sound encoded"],
    ["H.264 beyond the limits of hardware decoders", { videoCodecString: "avc1.640034" }, "encode, original meanwhile"],
    ["H.264 with parameters in its frames", { videoCodecString: "avc3.640028" }, "encode, original meanwhile"],
    ["H.264 with a key frame every ten seconds", { keyFrameGap: 10 }, "encode, original meanwhile"],
    ["VP9 and Opus in WebM", vp9, "encode, original meanwhile"],
    ["AV1 in MP4", { videoCodecString: "av01.0.08M.08", audioCodec: "opus" }, "encode, original meanwhile"],
    ["a WebM without a length", { ...vp9, videoCodecString: "vp8", isIndexed: false }, "encode, webm meanwhile"],
    ["VP9 in Matroska", { ...vp9, mimeType: "video/x-matroska", audioCodec: "vorbis" }, "encode, webm meanwhile"],
    ["HEVC", { videoCodec: "hevc", videoCodecString: "hvc1.1.6.L93.B0" }, "encode, nothing meanwhile"],
    ["H.264 of 10 bits", { videoCodecString: "avc1.6e0028" }, "encode, nothing meanwhile"],
    ["H.264 of 4:4:4", { videoCodecString: "avc1.f4000d" }, "encode, nothing meanwhile"],
    [
      "a codec without a name in browsers",
      { videoCodec: "fmp4", videoCodecString: null, mimeType: "video/x-msvideo" },
      "encode, nothing meanwhile",
    ],
    ["frames beyond 8K", { width: 16_384, height: 8_704 }, "impossible"],
    ["a video that needs days to encode", { videoCodecString: null, duration: 100_004 }, "impossible"],
    ["a long video that browsers play unchanged", { duration: 100_004 }, "original"],
    ["a long video that most browsers play", { ...vp9, duration: 100_004 }, "encode, original meanwhile"],
  ])("%s", (_name, given, expected) => {
    const plan = planPlayback(probe(given));
    const audio = plan.kind === "copy" && (plan.audio === null ? "no sound" : plan.audio === "copy" ? "sound copied" : "sound encoded");
    const meanwhile = plan.kind === "encode" && `${plan.meanwhile ?? "nothing"} meanwhile`;
    expect([plan.kind, audio || meanwhile].filter(Boolean).join(", ")).toBe(expected);
  });
});

/** Returns the plan of the video track of the only output. */
function pictures({ outputs }: VideoOperation): VideoTrackPlan {
  const video = outputs[0]?.video;
  if (!video || video === "copy") throw new Error("Nothing is encoded.");
  return video;
}

describe("operations", () => {
  it.each<[Partial<VideoProbe>, string, string, number]>([
    [{}, "scale=1920:1080", "4.0", 30],
    [{ frameRate: 59.94 }, "scale=1920:1080", "4.2", 60],
    [{ width: 1918, height: 879 }, "scale=1918:880", "4.0", 30],
    [{ width: 1, height: 1 }, "scale=2:2", "3.1", 30],
    [{ width: 7680, height: 4320 }, "scale=3840:2160", "5.1", 30],
    [{ width: 2160, height: 3840, frameRate: 60 }, "scale=2160:3840", "5.2", 60],
    [{ frameRate: null }, "scale=1920:1080", "4.0", 30],
  ])("encode %j with even sides, at a level that players support", (given, scale, level, grid) => {
    const video = pictures(playbackOperation(probe(given), "/in", "/out"));
    expect(video.graph).toBe(`${scale},setsar=1,format=yuv420p`);
    expect([video.options["level"], video.grid]).toEqual([level, grid]);
    // No filter that fills gaps with frames: one time jump would take hours.
    expect(video.graph).not.toMatch(/fps|tpad|framerate/u);
  });

  it("copy into an MP4 that starts without a full download", () => {
    const [output] = copyOperation(probe(), "/in", "/out", "copy").outputs;
    expect(output).toMatchObject({ video: "copy", audio: "copy", format: "mp4", options: { movflags: "+faststart" } });
  });

  it("take a poster neither from the first frame nor after the end", () => {
    expect(posterTimes(60)).toEqual([1, 15, 30, 0]);
    expect(posterTimes(2)).toEqual([0.2, 0.5, 1, 0]);
    expect(posterTimes(0)).toEqual([0]);
    expect(pictures(posterOperation(probe({ width: 1080, height: 2160 }), "/in", "/out", 1)).graph).toContain("scale=640:1280");
  });

  it("limit CPU time and file size by the duration", () => {
    const [short, long] = [1, 36_000].map((duration) => playbackOperation(probe({ duration }), "/in", "/out").limits);
    expect(short?.cpuS).toBeLessThan(200);
    expect(long?.cpuS).toBeLessThanOrEqual(4 * 3_600);
    expect(long?.fileBytes).toBeLessThanOrEqual(64 * 1024 ** 3);
  });
});
