import type { AudioTrackPlan, OperationLimits, VideoProbe, VideoTrackPlan } from "../../platform/ports/video.port.ts";

/** Maximum duration of encoded videos in seconds. */
export const ENCODE_MAX_S = 12 * 3_600;
/** Keyframe interval in seconds. It makes seeking fast, and all qualities have keyframes at the same times. */
export const KEY_FRAME_S = 2;
/** Average frame rate above which 60 frames per second are used instead of 30. */
const FAST_RATE = 35;
const MACROBLOCK = 16 * 16;
/** H.264 levels with their limits of macroblocks per frame and per second. */
const LEVELS = [
  ["3.1", 3_600, 108_000],
  ["4.0", 8_192, 245_760],
  ["4.2", 8_704, 522_240],
  ["5.1", 36_864, 983_040],
  ["5.2", 36_864, 2_073_600],
] as const;
const WALL_MS = 100 * 60_000;
export const GIB = 1024 ** 3;
export const MIB = 1024 ** 2;

export interface Size {
  width: number;
  height: number;
}

/** Returns even dimensions with the same aspect ratio that fit into a box, in landscape or portrait. */
export function fit({ width, height }: Size, long: number, short: number): Size {
  const scale = Math.min(1, long / Math.max(width, height), short / Math.min(width, height));
  const even = (side: number): number => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}

const levelOf = ({ width, height }: Size, rate: number): string => {
  const blocks = Math.ceil((width * height) / MACROBLOCK);
  return LEVELS.find(([, frame, second]) => blocks <= frame && blocks * rate <= second)?.[0] ?? "5.2";
};

export const gridOf = ({ frameRate }: Pick<VideoProbe, "frameRate">): 30 | 60 => ((frameRate ?? 0) > FAST_RATE ? 60 : 30);

/** Returns the options of an H.264 track of this size that plays everywhere. */
export function h264({ width, height }: Size, grid: 30 | 60, options: Readonly<Record<string, string>> = {}): VideoTrackPlan {
  return {
    graph: `scale=${width}:${height},setsar=1,format=yuv420p`,
    encoder: "libx264",
    options: { preset: "veryfast", crf: "23", profile: "high", level: levelOf({ width, height }, grid), ...options },
    grid,
    keyEvery: KEY_FRAME_S,
    frames: null,
  };
}

export const AAC: AudioTrackPlan = {
  graph: "aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo",
  encoder: "aac",
  options: { b: "128k" },
};

/**
 * Returns limits of twenty times the measured cost of a normal file with this size and length. `pixels`: all encoded
 * pixels per frame.
 */
export function limitsOf({ duration, width, height }: VideoProbe, pixels: number): OperationLimits {
  const load = Math.max(1, (pixels + width * height) / (2 * 1920 * 1080));
  return {
    wallMs: WALL_MS,
    cpuS: Math.min(4 * 3_600, Math.ceil(120 + duration * 10 * load)),
    fileBytes: Math.min(64 * GIB, Math.ceil(256 * MIB + duration * 8 * MIB)),
  };
}
