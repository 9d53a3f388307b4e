import type { VideoType } from "@stillreel/contract";

/**
 * Why a video could not be worked on. `not-video`: no type of ours, or nothing to see in it; `damaged`: it cannot be read;
 * `too-heavy`: it needs more time or memory than one file may take; `no-program`: nothing here can decode videos.
 */
export type VideoErrorCode = "not-video" | "damaged" | "too-heavy" | "no-program";

/** The only error that the video drivers throw on purpose. Another run would end the same way. */
export class VideoError extends Error {
  readonly code: VideoErrorCode;
  constructor(code: VideoErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "VideoError";
    this.code = code;
  }
}

/** Degrees by which frames are turned clockwise before they are shown. */
export type Rotation = 0 | 90 | 180 | 270;

/** What a file's structure says, without decoding a frame. */
export interface VideoProbe {
  mimeType: VideoType;
  /** As shown: rotation and pixel shape applied. */
  width: number;
  height: number;
  rotation: Rotation;
  /** Seconds from the first to the end of the last frame. */
  duration: number;
  /** Does the file itself say how long it is? Files that were written while they were recorded do not, and cannot be sought in. */
  isIndexed: boolean;
  /** Is it an MP4 whose whole index stands in front of its media, so that it plays from its first bytes on? */
  isFastStart: boolean;
  /** The longest stretch without a key frame near its beginning, in seconds; null where nobody needs to know. */
  keyFrameGap: number | null;
  /** `avc`, `hevc`, `vp8`, `vp9`, `av1`, else the container's own name of it. */
  videoCodec: string;
  /** The codec with its profile as browsers want it (`avc1.640028`); null where it has no such name. */
  videoCodecString: string | null;
  /** `aac`, `opus`, `mp3`, `vorbis`, `flac`, `pcm-s16` …, else the container's own name; null without sound. */
  audioCodec: string | null;
  /** As browsers want it (`mp4a.40.2`). */
  audioCodecString: string | null;
  /** Frames a second on average; null for a single frame. */
  frameRate: number | null;
}

/** What is done with the pictures of a video. */
export interface VideoTrackPlan {
  /** A chain of filters, applied to frames that stand upright. Numbers come from a probe, never text from people. */
  graph: string;
  /** Name and options of the encoder. */
  encoder: "libx264" | "png" | "gif";
  options: Readonly<Record<string, string>>;
  /** Frames land on a grid of so many a second, gaps stay gaps: never a constant rate, which a file with a jump in time would fill for hours. */
  grid: number | null;
  /** Seconds between key frames; null leaves them to the encoder. */
  keyEvery: number | null;
  /** Only so many frames come out; null for all. */
  frames: number | null;
}

export interface AudioTrackPlan {
  graph: string;
  encoder: "aac" | "pcm_s16le";
  options: Readonly<Record<string, string>>;
}

/** One file that an operation makes. `copy` takes a track over as it is; null leaves it away. */
export interface VideoOutput {
  path: string;
  format: "mp4" | "image2pipe" | "gif" | "s16le";
  options: Readonly<Record<string, string>>;
  video: VideoTrackPlan | "copy" | null;
  audio: AudioTrackPlan | "copy" | null;
}

/** One piece of work as data: every driver does the same with it. Paths are absolute. The input is decoded once for all outputs. */
export interface VideoOperation {
  input: {
    path: string;
    mimeType: VideoType;
    /** Seconds to begin at. */
    start: number;
    /** Frames are turned by this before the filters. */
    rotation: Rotation;
    /** Leaves all other frames away before they are decoded. */
    keyFramesOnly: boolean;
  };
  outputs: readonly VideoOutput[];
  /** Nothing behind so many seconds of input. */
  maxSeconds: number;
  limits: OperationLimits;
}

/** Beyond these the work is ended. */
export interface OperationLimits {
  wallMs: number;
  cpuS: number;
  fileBytes: number;
}

/** What a piece of work is told and tells. */
export interface ConvertHooks {
  signal?: AbortSignal | undefined;
  /** Seconds of the input that are done, now and then. */
  onProgress?: ((seconds: number) => void) | undefined;
}

/**
 * What we do with videos: each call is a process of its own, in its own group, within limits, that is killed when the signal
 * says so or when this process dies. All of them throw {@link VideoError}.
 */
export interface Videos {
  probe(path: string, signal?: AbortSignal): Promise<VideoProbe>;
  /** Puts the same pictures and sound into another container, without encoding anything, and without metadata. */
  remux(from: string, to: string, container: "mp4" | "webm", signal?: AbortSignal): Promise<void>;
  /** Decodes and encodes, or copies, by the ffmpeg program or else by the library. */
  convert(operation: VideoOperation, hooks?: ConvertHooks): Promise<void>;
  /** Which of them it is; null when there is neither. */
  engine(): Promise<"ffmpeg" | "node-av" | null>;
}
