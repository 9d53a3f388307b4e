import { join } from "node:path";
import type { StoryboardFacts } from "../../platform/db/schema/index.ts";
import type { VideoOperation, VideoProbe } from "../../platform/ports/video.port.ts";
import { fit, gridOf, h264, limitsOf, MIB, type Size } from "./media.encoding.plan.ts";
import { inputOf } from "./media.video.plan.ts";

// Renditions of a video that is playable already: storyboard, waveform, lower qualities, GIFs.

const TILES_MAX = 100;
const COLUMNS = 10;
const TILE = { width: 160, heightMax: 320 } as const;
/** Maximum duration in seconds for which every frame is decoded. For longer videos keyframes are precise enough. */
const DENSE_MAX_S = 30;
const DENSE_TILES = 30;
const STEP_MIN_S = { dense: 0.25, sparse: 2 } as const;

/** Returns the layout of a storyboard with at most 100 thumbnails, evenly distributed over the duration. */
export function planStoryboard({ duration, width, height }: Pick<VideoProbe, "duration"> & Size): StoryboardFacts {
  const isDense = duration <= DENSE_MAX_S;
  const step = isDense ? Math.max(STEP_MIN_S.dense, duration / DENSE_TILES) : Math.max(STEP_MIN_S.sparse, duration / TILES_MAX);
  const interval = Math.ceil(step * 1000) / 1000;
  const count = Math.min(TILES_MAX, Math.max(1, Math.ceil(duration / interval)));
  const columns = Math.min(COLUMNS, count);
  const scaled = Math.round((TILE.width * height) / width / 2) * 2;
  const tileHeight = Math.min(TILE.heightMax, Math.max(2, scaled));
  return { columns, rows: Math.ceil(count / columns), tileWidth: TILE.width, tileHeight, interval, count };
}

/**
 * Creates the storyboard as one PNG. The number of frames is limited before gaps are filled, so a time jump costs
 * nothing.
 */
export function storyboardOperation(probe: VideoProbe, input: string, path: string): VideoOperation {
  const { columns, rows, tileWidth, tileHeight, interval, count } = planStoryboard(probe);
  const graph = [
    `fps=1000/${Math.round(interval * 1000)}:start_time=0`,
    `scale=${tileWidth}:${tileHeight}:force_original_aspect_ratio=decrease`,
    `pad=${tileWidth}:${tileHeight}:-1:-1`,
    "setsar=1",
    `tpad=stop_mode=clone:stop=${count}`,
    `tile=${columns}x${rows}:nb_frames=${count}`,
    "format=rgb24",
  ].join(",");
  const video = { graph, encoder: "png", options: {}, grid: null, keyEvery: null, frames: 1 } as const;
  return {
    input: inputOf(probe, input, { keyFramesOnly: probe.duration > DENSE_MAX_S }),
    outputs: [{ path, format: "image2pipe", options: {}, video, audio: null }],
    maxSeconds: Math.ceil(probe.duration) + 10,
    limits: { ...limitsOf(probe, 0), fileBytes: 64 * MIB },
  };
}

/** Number of values in a waveform. */
export const PEAKS = 900;
const SAMPLE_RATE = 8_000;
const SAMPLE_BYTES = 2;

/** Extracts the audio as 16-bit samples. @param resample options of the resampler */
function samplesOperation(probe: VideoProbe, input: string, path: string, rate: number, resample = ""): VideoOperation {
  const audio = {
    graph: `aresample=${rate}${resample},aformat=sample_fmts=s16:channel_layouts=mono`,
    encoder: "pcm_s16le",
    options: {},
  } as const;
  const seconds = Math.ceil(probe.duration) + 10;
  return {
    input: inputOf(probe, input),
    outputs: [{ path, format: "s16le", options: {}, video: null, audio }],
    maxSeconds: seconds,
    limits: { wallMs: 20 * 60_000, cpuS: Math.ceil(60 + probe.duration), fileBytes: seconds * rate * SAMPLE_BYTES + MIB },
  };
}

/** Extracts the audio for the waveform. */
export const waveformOperation = (probe: VideoProbe, input: string, path: string): VideoOperation =>
  samplesOperation(probe, input, path, SAMPLE_RATE);

/** Sample rate of {@link speechOperation}: speech models use nothing above 8 kHz. */
export const SPEECH_RATE = 16_000;

/**
 * Extracts the audio for a speech service. The first sample belongs to the start of the video, and gaps are filled, so that
 * positions in the samples are times of the video.
 */
export const speechOperation = (probe: VideoProbe, input: string, path: string): VideoOperation =>
  samplesOperation(probe, input, path, SPEECH_RATE, ":async=1:first_pts=0");

/**
 * Returns the peak level of each of {@link PEAKS} intervals of 16-bit samples, from 0 to 1. `size`: of all samples, in
 * bytes.
 */
export async function peaksOf(samples: AsyncIterable<Buffer>, size: number): Promise<number[]> {
  const count = Math.floor(size / SAMPLE_BYTES);
  const peaks = Array.from({ length: Math.min(PEAKS, count) }, () => 0);
  let at = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of samples) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (let offset = 0; offset + 1 < bytes.length && at < count; offset += SAMPLE_BYTES, at += 1) {
      const index = Math.floor((at * peaks.length) / count);
      const loud = Math.abs(bytes.readInt16LE(offset)) / 32_768;
      if (loud > (peaks[index] ?? 0)) peaks[index] = loud;
    }
    rest = bytes.subarray(bytes.length - (bytes.length % SAMPLE_BYTES));
  }
  return peaks.map((peak) => Math.round(peak * 1000) / 1000);
}

const RUNGS = [1080, 720, 480] as const;
/** Number of lines above which lower qualities are created. */
const LADDER_FROM = 720;

export interface Rung {
  kind: `hls-${(typeof RUNGS)[number]}`;
  width: number;
  height: number;
}

/**
 * Returns the lower qualities of a video, best first, or none for a small video. Lines are the shorter side in any
 * orientation.
 */
export function planLadder({ width, height }: Size): Rung[] {
  const lines = Math.min(width, height);
  if (lines <= LADDER_FROM) return [];
  return RUNGS.filter((rung) => rung < lines).map((rung) => ({ kind: `hls-${rung}` as const, ...fit({ width, height }, Infinity, rung) }));
}

/**
 * Options for fragmented files. Each fragment starts with a keyframe, at equal times in all qualities, and plays with
 * the header.
 */
const IN_PARTS = { movflags: "+frag_keyframe+empty_moov+default_base_moof" } as const;
/**
 * Options for aligned keyframes: only requested ones, and frames in display order, so that each segment starts at its
 * stated time.
 */
const ALIGNED = { sc_threshold: "0", bf: "0" } as const;

/**
 * Creates all lower qualities with one decoding, each as a file in this folder named by its kind. Audio is copied and
 * must be AAC.
 */
export function ladderOperation(probe: VideoProbe, input: string, rungs: readonly Rung[], folder: string): VideoOperation {
  const grid = gridOf(probe);
  const pixels = rungs.reduce((sum, { width, height }) => sum + width * height, 0) * (grid / 30);
  const audio = probe.audioCodec === null ? null : "copy";
  return {
    input: inputOf(probe, input),
    outputs: rungs.map((rung) => ({
      path: join(folder, rung.kind),
      format: "mp4" as const,
      options: IN_PARTS,
      video: h264(rung, grid, ALIGNED),
      audio,
    })),
    maxSeconds: Math.ceil(probe.duration) + 10,
    limits: limitsOf(probe, pixels),
  };
}

const GIF = { width: 640, rate: 10 } as const;

/** Converts a range to a GIF with its own colour palette. */
export function gifOperation(probe: VideoProbe, input: string, path: string, range: { from: number; to: number }): VideoOperation {
  const { width, height } = fit(probe, GIF.width, GIF.width);
  const colours =
    "split[one][two];[one]palettegen=stats_mode=diff[colours];[two][colours]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle";
  const graph = `setpts=PTS-STARTPTS,fps=${GIF.rate},scale=${width}:${height}:flags=lanczos,setsar=1,${colours}`;
  const video = { graph, encoder: "gif", options: {}, grid: null, keyEvery: null, frames: null } as const;
  return {
    input: inputOf(probe, input, { start: range.from }),
    outputs: [{ path, format: "gif", options: {}, video, audio: null }],
    maxSeconds: Math.round((range.to - range.from) * 1000) / 1000,
    limits: { wallMs: 90_000, cpuS: 120, fileBytes: 256 * MIB },
  };
}
