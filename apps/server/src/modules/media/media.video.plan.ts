import { POSTER_WIDTH } from "@stillreel/contract";
import type { OperationLimits, VideoErrorCode, VideoOperation, VideoProbe } from "../../ports/video.port.ts";

/** How browsers get to play a video: the file as it came, its tracks in another container, or encoded anew. */
export type PlaybackPlan =
  | { kind: "original" }
  | { kind: "remux"; container: "mp4" | "webm" }
  | { kind: "transcode" }
  | { kind: "impossible"; reason: VideoErrorCode };

/** What is played by every current browser that matters, by container. H.264: 8 bit, 4:2:0 (Baseline, Main, Extended, High). */
const MP4_VIDEO = /^(avc[13]\.(42|4d|58|64)|vp09\.0[02]|av01\.0)/iu;
const MP4_AUDIO = new Set(["aac", "mp3", "opus"]);
const WEBM_VIDEO = /^(vp8|vp09\.0[02]|av01\.0)/iu;
const WEBM_AUDIO = new Set(["opus", "vorbis"]);

/** Frames beyond 8K are not decoded, and what runs longer than this is not encoded. */
const PIXELS_MAX = 33_200_000;
const TRANSCODE_MAX_S = 12 * 3_600;
/** Larger videos are made smaller: no level of H.264 that hardware plays holds more. */
const SIDES_MAX = { long: 3840, short: 2160 } as const;
/** Above this average, frames land on a grid of 60 a second, else of 30. */
const FAST_RATE = 35;
const KEY_FRAME_S = 2;
const MACROBLOCK = 16 * 16;
/** H.264 levels with the macroblocks a frame and a second that they allow. */
const LEVELS = [
  ["3.1", 3_600, 108_000],
  ["4.0", 8_192, 245_760],
  ["4.2", 8_704, 522_240],
  ["5.1", 36_864, 983_040],
  ["5.2", 36_864, 2_073_600],
] as const;

const WALL_MS = 100 * 60_000;
const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

/** Decides how browsers get to play it. */
export function planPlayback(probe: VideoProbe): PlaybackPlan {
  if (probe.width * probe.height > PIXELS_MAX) return { kind: "impossible", reason: "too-heavy" };
  const codec = probe.videoCodecString ?? "";
  const sound = probe.audioCodec;
  const fitsMp4 = MP4_VIDEO.test(codec) && (sound === null || MP4_AUDIO.has(sound));
  const fitsWebm = WEBM_VIDEO.test(codec) && (sound === null || WEBM_AUDIO.has(sound));
  const { mimeType, isIndexed } = probe;
  if (isIndexed && ((mimeType === "video/mp4" && fitsMp4) || (mimeType === "video/webm" && fitsWebm))) return { kind: "original" };
  // What grew in Matroska stays there where it can; MP4 is what more players know.
  if (fitsWebm && (mimeType === "video/webm" || mimeType === "video/x-matroska")) return { kind: "remux", container: "webm" };
  if (fitsMp4) return { kind: "remux", container: "mp4" };
  return probe.duration > TRANSCODE_MAX_S ? { kind: "impossible", reason: "too-heavy" } : { kind: "transcode" };
}

/** Even sides that keep the shape and stay within a box, whichever way round. */
function fit(probe: VideoProbe, long: number, short: number): { width: number; height: number } {
  const { width, height } = probe;
  const scale = Math.min(1, long / Math.max(width, height), short / Math.min(width, height));
  const even = (side: number): number => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

function levelOf(width: number, height: number, rate: number): string {
  const blocks = Math.ceil((width * height) / MACROBLOCK);
  return LEVELS.find(([, frame, second]) => blocks <= frame && blocks * rate <= second)?.[0] ?? "5.2";
}

/** Moments at which to look for a still picture, best first: not the very first frame, which is often black. */
export function posterMoments(duration: number): number[] {
  const moments = [Math.min(1, duration / 10), duration / 4, duration / 2, 0].map((moment) => Math.round(moment * 1000) / 1000);
  return [...new Set(moments)];
}

/** One frame at a moment, as a PNG of at most the poster's size. */
export function posterOperation(probe: VideoProbe, input: string, output: string, start: number): VideoOperation {
  const { width, height } = fit(probe, POSTER_WIDTH, POSTER_WIDTH);
  return {
    input: { path: input, mimeType: probe.mimeType, start },
    video: {
      graph: `scale=${width}:${height},setsar=1,format=rgb24`,
      encoder: "png",
      options: {},
      rotation: probe.rotation,
      grid: null,
      keyEvery: null,
      frames: 1,
    },
    audio: null,
    output: { path: output, format: "image2pipe", options: {} },
    maxSeconds: 60,
    limits: { wallMs: 120_000, cpuS: 120, fileBytes: 64 * MIB },
  };
}

/** The whole video as an H.264/AAC MP4 that starts at once and can be sought in. */
export function playbackOperation(probe: VideoProbe, input: string, output: string): VideoOperation {
  const { width, height } = fit(probe, SIDES_MAX.long, SIDES_MAX.short);
  const grid = (probe.frameRate ?? 0) > FAST_RATE ? 60 : 30;
  return {
    input: { path: input, mimeType: probe.mimeType, start: 0 },
    video: {
      graph: `scale=${width}:${height},setsar=1,format=yuv420p`,
      encoder: "libx264",
      options: { preset: "veryfast", crf: "23", profile: "high", level: levelOf(width, height, grid) },
      rotation: probe.rotation,
      grid,
      keyEvery: KEY_FRAME_S,
      frames: null,
    },
    audio:
      probe.audioCodec === null
        ? null
        : { graph: "aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo", encoder: "aac", options: { b: "128k" } },
    output: { path: output, format: "mp4", options: { movflags: "+faststart" } },
    maxSeconds: Math.ceil(probe.duration) + 10,
    limits: limitsOf(probe, width * height * (grid / 30)),
  };
}

/** Twenty times what an honest file of this size and length took where it was measured. */
function limitsOf({ duration, width, height }: VideoProbe, pixels: number): OperationLimits {
  const load = Math.max(1, (pixels + width * height) / (2 * 1920 * 1080));
  return {
    wallMs: WALL_MS,
    cpuS: Math.min(4 * 3_600, Math.ceil(120 + duration * 10 * load)),
    fileBytes: Math.min(64 * GIB, Math.ceil(256 * MIB + duration * 8 * MIB)),
  };
}

/** Why a video is not ready, for people. */
export const FAILURES: Readonly<Record<VideoErrorCode, string>> = {
  "not-video": "There are no pictures in this file. The original can still be downloaded.",
  damaged: "The video could not be read: it is damaged or incomplete. The original can still be downloaded.",
  "too-heavy": "The video is too large or too long to be prepared for playing here. The original can still be downloaded.",
  "no-program": "There is no video program on this server, so the video could not be prepared. The original can still be downloaded.",
};
