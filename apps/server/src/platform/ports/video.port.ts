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

/** Encoders of video tracks that operations may name. */
export const VIDEO_ENCODERS = ["libx264", "libvpx-vp9", "libwebp_anim", "png", "gif"] as const;
/** Encoders of audio tracks that operations may name. */
export const AUDIO_ENCODERS = ["aac", "libopus", "libmp3lame", "pcm_s16le"] as const;
/** Formats of files that operations may write. */
export const OUTPUT_FORMATS = ["mp4", "webm", "image2pipe", "gif", "webp", "s16le", "mp3", "wav"] as const;

/** Processing of a video track. */
export interface VideoTrackPlan {
  /** Filter graph for upright frames. Numbers come from a probe, never text from users. */
  graph: string;
  /** Name and options of the encoder. */
  encoder: (typeof VIDEO_ENCODERS)[number];
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
  encoder: (typeof AUDIO_ENCODERS)[number];
  options: Readonly<Record<string, string>>;
}

/** One output file. `copy` copies a track unchanged; null omits it. */
export interface VideoOutput {
  path: string;
  format: (typeof OUTPUT_FORMATS)[number];
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

/** Types of sounds that compositions read. */
export type SoundType = "audio/mpeg" | "audio/mp4" | "audio/wav" | "audio/ogg";

/** Metadata of a sound file. */
export interface SoundProbe {
  mimeType: SoundType;
  /** Seconds. */
  duration: number;
}

/** An input of a composition. Its tracks are `[0:v]` and `[0:a]` in the graph, with their own timestamps. An image is one frame. */
export interface CompositionInput {
  path: string;
  mimeType: VideoType | SoundType | "image/png";
  /** Reads from the last keyframe at or before this second. All frames from there reach the graph. */
  start: number;
  /** Second after which nothing more is needed; null for the whole file. */
  end: number | null;
  /** Second of the output at which the input begins to be needed. Inputs are read in this order, so that none waits in memory. */
  at: number;
  /** Rotation of frames before the graph. */
  rotation: Rotation;
  /** The tracks that the graph uses. */
  tracks: { video: boolean; audio: boolean };
}

/** An output file of a composition. Pictures come from `[v]` of the graph, sound from `[a]`. */
export interface CompositionOutput {
  path: string;
  format: "mp4" | "image2pipe" | "s16le";
  options: Readonly<Record<string, string>>;
  video: Omit<VideoTrackPlan, "graph"> | null;
  audio: Omit<AudioTrackPlan, "graph"> | null;
}

/** An operation of several inputs and one graph, identical for every driver. The graph must end its outputs itself. */
export interface Composition {
  inputs: readonly CompositionInput[];
  /** Numbers come from validated data, never text from users. */
  graph: string;
  outputs: readonly CompositionOutput[];
  /** Length of the output in seconds. */
  seconds: number;
  limits: OperationLimits;
}

/** Samples per second of sounds whose packets are copied. */
export const SAMPLE_RATE = 48_000;
/** Samples from one AAC packet to the next. Each packet contains sound of twice this length, and overlaps with the following one. */
export const PACKET_SAMPLES = 1_024;

/** Packets of an H.264 MP4 that are copied into a joined file. */
export interface JoinPiece {
  path: string;
  /** Second of the keyframe from which packets are copied, and of the first frame that is not copied; null for all packets. */
  range: { from: number; to: number } | null;
  /** Added to every timestamp. Frames that would be earlier than `start` begin at `start`. */
  shift: number;
  /** Start and end in the joined file. */
  start: number;
  end: number;
}

/**
 * Packets of an AAC track that are copied into a joined file, by their numbers there: packet `n` is at `n` × {@link PACKET_SAMPLES}. Pieces overlap,
 * because decoded sound depends on two packets: the join takes the next piece where both files have packets of the same form.
 */
export interface SoundPiece {
  path: string;
  /** Samples from the timestamps of the file to those of the joined one. */
  shift: number;
  /** The first packet that may be read, and the one after the last. The first one of a following piece is only compared. */
  start: number;
  end: number;
}

/** The sound of a joined file. */
export type JoinSound = string | readonly SoundPiece[] | null;

/** What a video needs from the parts of one file to be copied. */
export interface VideoOutline {
  /** Keyframes in seconds. */
  keys: number[];
  /** For every asked end, the second of the first frame that must be encoded; the end itself if it is a keyframe. */
  stops: number[];
  /** The parameters of the decoder of pictures. Only packets with the same ones can be in one file. */
  parameters: string;
  /** The sound, if its packets can be copied: the samples of the first and after the last packet. */
  sound: { channels: 1 | 2; from: number; to: number } | null;
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

/** Hooks of compositions. */
export interface ComposeHooks extends ConvertHooks {
  /** Maximum number of compositions that run at the same time, each in its own process; 1 by default. Short ones do not use all cores. */
  atOnce?: number | undefined;
}

/**
 * Video operations. Each call runs in its own process group with limits, and is killed on abort or when this process dies. All methods
 * throw {@link VideoError}.
 */
export interface Videos {
  probe(path: string, signal?: AbortSignal): Promise<VideoProbe>;
  /** Probes a file that contains only sound. */
  probeSound(path: string, signal?: AbortSignal): Promise<SoundProbe>;
  /** Copies video and audio into another container, without encoding and metadata. */
  remux(from: string, to: string, container: "mp4" | "webm", signal?: AbortSignal): Promise<void>;
  /** Encodes or copies with the ffmpeg program, otherwise with the library. */
  convert(operation: VideoOperation, hooks?: ConvertHooks): Promise<void>;
  /** Runs compositions. `hooks.onProgress` gets the seconds of all outputs. */
  compose(compositions: readonly Composition[], hooks?: ComposeHooks): Promise<void>;
  /** Returns what is needed to copy the parts of an MP4 that end at these seconds. */
  outline(path: string, ends: readonly number[], signal?: AbortSignal): Promise<VideoOutline>;
  /**
   * Joins packets of H.264 MP4 files with identical parameters and packets of AAC files, without encoding. Nothing but these packets is in
   * the result. `sound` is the path of a file with the whole sound, or pieces of it; null for silent videos.
   * @throws VideoError `damaged` when packets depend on others that are not copied, or parameters differ
   */
  join(pieces: readonly JoinPiece[], sound: JoinSound, to: string, signal?: AbortSignal): Promise<VideoProbe>;
  /** Returns the available engine; null without one. */
  engine(): Promise<"ffmpeg" | "node-av" | null>;
}
