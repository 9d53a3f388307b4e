import type { ExportOptions } from "@stillreel/contract";
import { withEnding } from "../../platform/ports/archives/index.ts";
import type {
  AudioTrackPlan,
  OperationLimits,
  VideoOperation,
  VideoOutput,
  VideoProbe,
  VideoTrackPlan,
} from "../../platform/ports/video.port.ts";
import { AAC, limitsOf, fit, gridOf, h264 } from "../../media/media/index.ts";

/** Default length of a moving image in seconds. */
const MOVING_DEFAULT_S = 10;
/** Maximum width and frames per second of a moving image. */
const MOVING = { gif: { width: 640, rate: 10 }, webp: { width: 960, rate: 15 } } as const;
const MIB = 1024 ** 2;

/** Types of the files, by format. A PNG export with several frames is a zip. */
const TYPES = {
  mp4: "video/mp4",
  webm: "video/webm",
  gif: "image/gif",
  webp: "image/webp",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  png: "image/png",
} as const;

/** A range in seconds. */
export interface ExportRange {
  from: number;
  to: number;
}

const isSound = ({ format }: ExportOptions): boolean => format === "mp3" || format === "wav";
/** Returns whether an export is a zip of several frames. */
export const isZip = ({ format, to }: ExportOptions): boolean => format === "png" && to !== undefined;

/** Returns the type of the file of an export. */
export const typeOf = (options: ExportOptions): string => (isZip(options) ? "application/zip" : TYPES[options.format]);

/** Returns the name of the file of an export. */
export const nameOf = (options: ExportOptions, fullFileName: string): string =>
  withEnding(fullFileName, isZip(options) ? "zip" : options.format);

/** Returns the range of an export inside of a video; null when the video ends before it. */
export function rangeOf({ format, from, to }: ExportOptions, duration: number): ExportRange | null {
  if (from >= duration) return null;
  const end = to ?? (format === "gif" || format === "webp" ? from + MOVING_DEFAULT_S : duration);
  return { from, to: Math.min(end, duration) };
}

/** Returns the times of the frames of a PNG export, evenly distributed, the first at the start. */
export function frameTimes({ frames = 10, to }: ExportOptions, { from, to: end }: ExportRange): number[] {
  if (to === undefined) return [from];
  return Array.from({ length: frames }, (_, index) => Math.round((from + ((end - from) * index) / frames) * 1_000) / 1_000);
}

const OPUS: AudioTrackPlan = {
  ...AAC,
  graph: "aresample=48000,aformat=sample_fmts=flt:channel_layouts=stereo",
  encoder: "libopus",
  options: { b: "128k" },
};
const MP3: AudioTrackPlan = {
  graph: "aresample=44100,aformat=sample_fmts=s16p:channel_layouts=stereo",
  encoder: "libmp3lame",
  options: { b: "192k" },
};
const WAV: AudioTrackPlan = {
  graph: "aresample=48000,aformat=sample_fmts=s16:channel_layouts=stereo",
  encoder: "pcm_s16le",
  options: {},
};

/** Starts the timestamps of a range at 0. */
const fromStart = (plan: VideoTrackPlan): VideoTrackPlan => ({ ...plan, graph: `setpts=PTS-STARTPTS,${plan.graph}` });
const soundFromStart = (plan: AudioTrackPlan): AudioTrackPlan => ({ ...plan, graph: `asetpts=PTS-STARTPTS,${plan.graph}` });

function moving(format: "gif" | "webp", probe: VideoProbe): VideoTrackPlan {
  const { width: most, rate } = MOVING[format];
  const { width, height } = fit(probe, most, most);
  const scaled = `setpts=PTS-STARTPTS,fps=${rate},scale=${width}:${height}:flags=lanczos,setsar=1`;
  const base = { grid: null, keyEvery: null, frames: null } as const;
  if (format === "webp")
    return {
      ...base,
      graph: `${scaled},format=yuv420p`,
      encoder: "libwebp_anim",
      options: { quality: "70", compression_level: "4" },
    };
  const palette =
    "split[one][two];[one]palettegen=stats_mode=diff[colours];[two][colours]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle";
  return { ...base, graph: `${scaled},${palette}`, encoder: "gif", options: {} };
}

function tracksOf(probe: VideoProbe, { format, height }: ExportOptions): Pick<VideoOutput, "format" | "options" | "video" | "audio"> {
  const hasSound = probe.audioCodec !== null;
  const lines = height ?? Infinity;
  const grid = gridOf(probe);
  const size = fit(probe, Infinity, lines);
  if (format === "mp4") {
    const audio = hasSound ? soundFromStart(AAC) : null;
    return { format: "mp4", options: { movflags: "+faststart" }, video: fromStart(h264(size, grid)), audio };
  }
  if (format === "webm") {
    const graph = `scale=${size.width}:${size.height},setsar=1,format=yuv420p`;
    const options = { deadline: "realtime", "cpu-used": "6", "row-mt": "1", b: "0", crf: "34" };
    const video: VideoTrackPlan = { graph, encoder: "libvpx-vp9", options, grid, keyEvery: 4, frames: null };
    return { format: "webm", options: {}, video: fromStart(video), audio: hasSound ? soundFromStart(OPUS) : null };
  }
  if (format === "mp3" || format === "wav")
    return { format, options: {}, video: null, audio: soundFromStart(format === "mp3" ? MP3 : WAV) };
  if (format === "png") throw new Error("Frames are made one by one.");
  return { format, options: format === "webp" ? { loop: "0" } : {}, video: moving(format, probe), audio: null };
}

/** Returns whether a format can be made of a video: sound formats need a sound track. */
export const isPossible = (options: ExportOptions, probe: VideoProbe): boolean => !isSound(options) || probe.audioCodec !== null;

/** Returns the limits of an export: those of encoding its range, four times for the slower encoders of WebM and WebP. */
function exportLimits(probe: VideoProbe, { from, to }: ExportRange): OperationLimits {
  const limits = limitsOf({ ...probe, duration: to }, probe.width * probe.height);
  return { ...limits, cpuS: limits.cpuS * 4, fileBytes: Math.max(limits.fileBytes, (to - from) * 4 * MIB) };
}

/** Converts a range of a video to the format of an export. Not for `png`. */
export function exportOperation(
  probe: VideoProbe,
  input: string,
  path: string,
  options: ExportOptions,
  range: ExportRange,
): VideoOperation {
  return {
    input: { path: input, mimeType: probe.mimeType, start: range.from, rotation: probe.rotation, keyFramesOnly: false },
    outputs: [{ path, ...tracksOf(probe, options) }],
    maxSeconds: Math.round((range.to - range.from) * 1_000) / 1_000,
    limits: exportLimits(probe, range),
  };
}

/** Extracts the frame at a time in full size. */
export function frameOperation(probe: VideoProbe, input: string, path: string, time: number): VideoOperation {
  const graph = `scale=${probe.width}:${probe.height},setsar=1,format=rgb24`;
  return {
    input: { path: input, mimeType: probe.mimeType, start: time, rotation: probe.rotation, keyFramesOnly: false },
    outputs: [
      {
        path,
        format: "image2pipe",
        options: {},
        video: { graph, encoder: "png", options: {}, grid: null, keyEvery: null, frames: 1 },
        audio: null,
      },
    ],
    maxSeconds: 60,
    limits: { wallMs: 120_000, cpuS: 120, fileBytes: 128 * MIB },
  };
}
