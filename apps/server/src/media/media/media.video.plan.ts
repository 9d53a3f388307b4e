import { POSTER_WIDTH } from "@stillreel/contract";
import type { AudioTrackPlan, VideoErrorCode, VideoOperation, VideoProbe } from "../../platform/ports/video.port.ts";
import { AAC, ENCODE_MAX_S, fit, GIB, gridOf, h264, limitsOf, MIB } from "./media.encoding.plan.ts";

/**
 * How a video becomes playable. `original`: every browser plays the uploaded file. `copy`: its tracks can be copied
 * into the MP4 that every browser plays, without encoding the video. `encode`: that MP4 must be encoded. Until it
 * exists, most browsers play the original, or the same tracks in a seekable WebM, or nothing.
 */
export type PlaybackPlan =
  | { kind: "original" }
  | { kind: "copy"; audio: AudioTrackPlan | "copy" | null }
  | { kind: "encode"; meanwhile: "original" | "webm" | null }
  | { kind: "impossible"; reason: VideoErrorCode };

/**
 * H.264 that hardware plays everywhere: 8 bit, 4:2:0 (Baseline, Main, Extended, High), up to level 5.1, parameters in
 * the index.
 */
const UNIVERSAL_VIDEO = /^avc1\.(?:42|4d|58|64)[0-9a-f]{2}(?:0[0-9a-f]|[12][0-9a-f]|3[0-3])$/iu;
const UNIVERSAL_AUDIO = "aac";
/** Codecs that the common browsers play, by container. */
const MP4_VIDEO = /^(avc[13]\.(42|4d|58|64)|vp09\.0[02]|av01\.0)/iu;
const MP4_AUDIO = new Set(["aac", "mp3", "opus"]);
const WEBM_VIDEO = /^(vp8|vp09\.0[02]|av01\.0)/iu;
const WEBM_AUDIO = new Set(["opus", "vorbis"]);

/** Maximum pixels of a decoded frame (8K). */
const PIXELS_MAX = 33_200_000;
/**
 * Maximum keyframe distance in seconds. With larger gaps seeking is slow and storyboards are impossible, so the file
 * is encoded.
 */
const KEY_FRAME_GAP_MAX_S = 4.5;
/** Maximum dimensions. Larger videos are scaled down, because no H.264 level that hardware plays allows more. */
const SIDES_MAX = { long: 3840, short: 2160 } as const;

/** Decides how a video becomes playable in browsers. */
export function planPlayback(probe: VideoProbe): PlaybackPlan {
  if (probe.width * probe.height > PIXELS_MAX) return { kind: "impossible", reason: "too-heavy" };
  const { audioCodec: sound } = probe;
  const isUniversal = UNIVERSAL_VIDEO.test(probe.videoCodecString ?? "") && (probe.keyFrameGap ?? 0) <= KEY_FRAME_GAP_MAX_S;
  if (isUniversal) {
    if (probe.isFastStart && (sound === null || sound === UNIVERSAL_AUDIO)) return { kind: "original" };
    return { kind: "copy", audio: sound === null ? null : sound === UNIVERSAL_AUDIO ? "copy" : AAC };
  }
  const meanwhile = playsMeanwhile(probe);
  if (probe.duration > ENCODE_MAX_S && meanwhile === null) return { kind: "impossible", reason: "too-heavy" };
  return { kind: "encode", meanwhile };
}

function playsMeanwhile({ videoCodecString, audioCodec: sound, mimeType, isIndexed }: VideoProbe): "original" | "webm" | null {
  const codec = videoCodecString ?? "";
  const fitsMp4 = MP4_VIDEO.test(codec) && (sound === null || MP4_AUDIO.has(sound));
  const fitsWebm = WEBM_VIDEO.test(codec) && (sound === null || WEBM_AUDIO.has(sound));
  if (isIndexed && ((mimeType === "video/mp4" && fitsMp4) || (mimeType === "video/webm" && fitsWebm))) return "original";
  return fitsWebm && (mimeType === "video/webm" || mimeType === "video/x-matroska") ? "webm" : null;
}

/** Returns whether two durations (seconds) match within the last frame. A damaged file may declare a wrong duration. */
export const isLike = (one: number, other: number): boolean => Math.abs(one - other) < 1 + other / 10;

/** Returns times for a poster frame, best first. The first frame comes late, because it is often black. */
export function posterTimes(duration: number): number[] {
  const times = [Math.min(1, duration / 10), duration / 4, duration / 2, 0].map((time) => Math.round(time * 1000) / 1000);
  return [...new Set(times)];
}

/** Returns the input of an operation with its start position. */
export const inputOf = (probe: VideoProbe, path: string, more: Partial<VideoOperation["input"]> = {}): VideoOperation["input"] => ({
  path,
  mimeType: probe.mimeType,
  start: 0,
  rotation: probe.rotation,
  keyFramesOnly: false,
  ...more,
});

/** Extracts one frame as a PNG with at most the poster's size. */
export function posterOperation(probe: VideoProbe, input: string, path: string, start: number): VideoOperation {
  const { width, height } = fit(probe, POSTER_WIDTH, POSTER_WIDTH);
  const graph = `scale=${width}:${height},setsar=1,format=rgb24`;
  const video = { graph, encoder: "png", options: {}, grid: null, keyEvery: null, frames: 1 } as const;
  return {
    input: inputOf(probe, input, { start }),
    outputs: [{ path, format: "image2pipe", options: {}, video, audio: null }],
    maxSeconds: 60,
    limits: { wallMs: 120_000, cpuS: 120, fileBytes: 64 * MIB },
  };
}

const FAST_START = { movflags: "+faststart" } as const;
const wholeOf = (probe: VideoProbe): number => Math.ceil(probe.duration) + 10;

/** Copies the video track into an MP4 that starts immediately. The audio is encoded if necessary. */
export function copyOperation(probe: VideoProbe, input: string, path: string, audio: AudioTrackPlan | "copy" | null): VideoOperation {
  return {
    input: inputOf(probe, input),
    outputs: [{ path, format: "mp4", options: FAST_START, video: "copy", audio }],
    maxSeconds: wholeOf(probe),
    limits: { wallMs: 20 * 60_000, cpuS: Math.ceil(300 + probe.duration), fileBytes: 64 * GIB },
  };
}

/** Encodes the whole video as a seekable H.264/AAC MP4 that starts immediately. */
export function playbackOperation(probe: VideoProbe, input: string, path: string): VideoOperation {
  const size = fit(probe, SIDES_MAX.long, SIDES_MAX.short);
  const grid = gridOf(probe);
  return {
    input: inputOf(probe, input),
    outputs: [{ path, format: "mp4", options: FAST_START, video: h264(size, grid), audio: probe.audioCodec === null ? null : AAC }],
    maxSeconds: wholeOf(probe),
    limits: limitsOf(probe, size.width * size.height * (grid / 30)),
  };
}

/** User messages for videos that failed. */
export const FAILURES: Readonly<Record<VideoErrorCode, string>> = {
  "not-video": "There are no pictures in this file. The original can still be downloaded.",
  damaged: "The video could not be read: it is damaged or incomplete. The original can still be downloaded.",
  "too-heavy": "The video is too large or too long to be prepared for playing here. The original can still be downloaded.",
  "no-program": "There is no video program on this server, so the video could not be prepared. The original can still be downloaded.",
};
