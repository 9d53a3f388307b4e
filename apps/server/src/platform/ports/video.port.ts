import type { VideoType } from "@stillreel/contract";

/**
 * Reason why a video could not be processed. `not-video`: unsupported type or no video track; `damaged`: unreadable; `too-heavy`: exceeds
 * the time or memory limit; `no-program`: no decoder is available.
 */
export type VideoErrorCode = "not-video" | "damaged" | "too-heavy" | "no-program";

/** The only error that video drivers throw deliberately. A retry would fail again. */
export class VideoError extends Error {
  readonly code: VideoErrorCode;
  constructor(code: VideoErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "VideoError";
    this.code = code;
  }
}

/** Clockwise rotation of frames for display, in degrees. */
export type Rotation = 0 | 90 | 180 | 270;

/** Metadata of a file, read without decoding. */
export interface VideoProbe {
  mimeType: VideoType;
  /** Display width after rotation and pixel aspect ratio. */
  width: number;
  height: number;
  rotation: Rotation;
  /** Seconds from the first frame to the end of the last. */
  duration: number;
  /** Whether the file contains its duration. Files written during recording do not, and are not seekable. */
  isIndexed: boolean;
  /** Whether it is an MP4 whose index precedes its media, so that it plays from the first bytes. */
  isFastStart: boolean;
  /** Longest distance between keyframes near the start in seconds; null where not needed. */
  keyFrameGap: number | null;
  /** `avc`, `hevc`, `vp8`, `vp9`, `av1`, otherwise the container's name. */
  videoCodec: string;
  /** Codec string for browsers (`avc1.640028`); null where none exists. */
  videoCodecString: string | null;
  /** `aac`, `opus`, `mp3`, `vorbis`, `flac`, `pcm-s16` …, otherwise the container's name; null without audio. */
  audioCodec: string | null;
  /** Codec string for browsers (`mp4a.40.2`). */
  audioCodecString: string | null;
  /** Average frames per second; null for a single frame. */
  frameRate: number | null;
}

/** Processing of a video track. */
export interface VideoTrackPlan {
  /** Filter graph for upright frames. Numbers come from a probe, never text from users. */
  graph: string;
  /** Name and options of the encoder. */
  encoder: "libx264" | "png" | "gif";
  options: Readonly<Record<string, string>>;
  /** Frames are aligned to a grid of this many per second and gaps stay: never a constant rate, which would fill a file with a time jump for hours. */
  grid: number | null;
  /** Seconds between keyframes; null for the encoder's default. */
  keyEvery: number | null;
  /** Maximum number of frames; null for all. */
  frames: number | null;
}

export interface AudioTrackPlan {
  graph: string;
  encoder: "aac" | "pcm_s16le";
  options: Readonly<Record<string, string>>;
}

/** One output file. `copy` copies a track unchanged; null omits it. */
export interface VideoOutput {
  path: string;
  format: "mp4" | "image2pipe" | "gif" | "s16le";
  options: Readonly<Record<string, string>>;
  video: VideoTrackPlan | "copy" | null;
  audio: AudioTrackPlan | "copy" | null;
}

/** One operation as data, identical for every driver. Paths are absolute. The input is decoded once for all outputs. */
export interface VideoOperation {
  input: {
    path: string;
    mimeType: VideoType;
    /** Start position in seconds. */
    start: number;
    /** Rotation of frames before the filters. */
    rotation: Rotation;
    /** Drops all other frames before decoding. */
    keyFramesOnly: boolean;
  };
  outputs: readonly VideoOutput[];
  /** Maximum position in the input, in seconds. */
  maxSeconds: number;
  limits: OperationLimits;
}

/** Limits after which the operation is aborted. */
export interface OperationLimits {
  wallMs: number;
  cpuS: number;
  fileBytes: number;
}

/** Signal and callbacks of an operation. */
export interface ConvertHooks {
  signal?: AbortSignal | undefined;
  /** Called regularly with the processed seconds of the input. */
  onProgress?: ((seconds: number) => void) | undefined;
}

/**
 * Video operations. Each call runs in its own process group with limits, and is killed on abort or when this process dies. All methods
 * throw {@link VideoError}.
 */
export interface Videos {
  probe(path: string, signal?: AbortSignal): Promise<VideoProbe>;
  /** Copies video and audio into another container, without encoding and metadata. */
  remux(from: string, to: string, container: "mp4" | "webm", signal?: AbortSignal): Promise<void>;
  /** Encodes or copies with the ffmpeg program, otherwise with the library. */
  convert(operation: VideoOperation, hooks?: ConvertHooks): Promise<void>;
  /** Returns the available engine; null without one. */
  engine(): Promise<"ffmpeg" | "node-av" | null>;
}
