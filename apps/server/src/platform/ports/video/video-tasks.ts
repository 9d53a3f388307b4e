import type { VideoType } from "@stillreel/contract";
import type {
  Composition,
  JoinPiece,
  JoinSound,
  SoundProbe,
  SoundType,
  VideoErrorCode,
  VideoOperation,
  VideoOutline,
  VideoProbe,
} from "../video.port.ts";

/** A task for the child process, as JSON on the first line of its standard input. */
export type VideoTask =
  | { kind: "probe"; path: string }
  | { kind: "probe-sound"; path: string }
  | { kind: "remux"; from: string; to: string; container: "mp4" | "webm" }
  | { kind: "convert"; operation: VideoOperation }
  | { kind: "compose"; compositions: readonly Composition[] }
  | { kind: "outline"; path: string; ends: readonly number[] }
  | { kind: "join"; pieces: readonly JoinPiece[]; sound: JoinSound; to: string }
  /** Tests whether the library can decode and encode. */
  | { kind: "self-test"; folder: string };

/** Progress line of the child: processed seconds of the input. */
export const PROGRESS_LINE = /^progress (\d+(?:\.\d+)?)$/u;

/** Result line of the child as JSON on standard output. Other errors end it with an exit code and a message on standard error. */
export type VideoAnswer =
  | { ok: true; probe?: VideoProbe; sound?: SoundProbe; outline?: VideoOutline }
  | { ok: false; code: VideoErrorCode; message: string };

/** Permitted demuxers for untrusted files. Playlists are excluded, because they read other files. */
export const FORMAT_WHITELIST = "matroska,webm,mov,mp4,m4a,3gp,3g2,mj2,avi";
/** The demuxer of each type; the file's own claim is ignored. */
export const DEMUXERS = {
  "video/mp4": "mov",
  "video/quicktime": "mov",
  "video/webm": "matroska",
  "video/x-matroska": "matroska",
  "video/x-msvideo": "avi",
} as const satisfies Record<VideoType, string>;
/** Permitted demuxers of compositions, which read generated images and sounds of users, too. */
export const INPUT_WHITELIST = `${FORMAT_WHITELIST},png_pipe,mp3,wav,ogg`;
export const INPUT_DEMUXERS = {
  ...DEMUXERS,
  "image/png": "png_pipe",
  "audio/mpeg": "mp3",
  "audio/mp4": "mov",
  "audio/wav": "wav",
  "audio/ogg": "ogg",
} as const satisfies Record<VideoType | SoundType | "image/png", string>;
/** Maximum number of tracks. */
export const STREAMS_MAX = 64;
/** Maximum pixels of a decoded frame (8K). */
export const MAX_FRAME_PIXELS = 33_200_000;
/** Limit for probing a file in bytes and in microseconds. */
export const PROBE_BYTES = 10_000_000;
export const ANALYZE_US = 10_000_000;
/** More threads cost memory without saving time on the target machines. */
export const THREADS = 2;

/** Returns filters that align frames to a grid: frames at the same step are dropped, gaps stay. */
export const onGrid = (grid: number): string[] => [
  `settb=1/${grid}`,
  String.raw`select=isnan(prev_selected_pts)+gt(pts\,prev_selected_pts)`,
];
