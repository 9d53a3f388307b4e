import type { VideoType } from "@stillreel/contract";
import type { VideoErrorCode, VideoOperation, VideoProbe } from "../video.port.ts";

/** What the child process is asked to do: one task, as JSON on the first line of its standard input. */
export type VideoTask =
  | { kind: "probe"; path: string }
  | { kind: "remux"; from: string; to: string; container: "mp4" | "webm" }
  | { kind: "convert"; operation: VideoOperation }
  /** Can the library decode and encode here at all? */
  | { kind: "self-test"; folder: string };

/** What the child says meanwhile, as lines of its own: so many seconds of the input are done. */
export const PROGRESS_LINE = /^progress (\d+(?:\.\d+)?)$/u;

/** Its answer, as one line of JSON on standard output. Errors of another kind end it with a code and a message on standard error. */
export type VideoAnswer = { ok: true; probe?: VideoProbe } | { ok: false; code: VideoErrorCode; message: string };

/** Demuxers that may look at strangers' files. Playlists are not among them: they read other files. */
export const FORMAT_WHITELIST = "matroska,webm,mov,mp4,m4a,3gp,3g2,mj2,avi";
/** The one demuxer that reads each type: never what a file says that it is. */
export const DEMUXERS = {
  "video/mp4": "mov",
  "video/quicktime": "mov",
  "video/webm": "matroska",
  "video/x-matroska": "matroska",
  "video/x-msvideo": "avi",
} as const satisfies Record<VideoType, string>;
/** More tracks than this are no honest video. */
export const STREAMS_MAX = 64;
/** Frames larger than this (8K) are not decoded. */
export const MAX_FRAME_PIXELS = 33_200_000;
/** How much of a file is read to find out what is in it, in bytes and in microseconds. */
export const PROBE_BYTES = 10_000_000;
export const ANALYZE_US = 10_000_000;
/** More threads cost memory, not time, on the machines that this is for. */
export const THREADS = 2;

/** Filters by which frames land on a grid of so many a second: what meets on a step is dropped, what is missing stays missing. */
export const onGrid = (grid: number): string[] => [
  `settb=1/${grid}`,
  String.raw`select=isnan(prev_selected_pts)+gt(pts\,prev_selected_pts)`,
];
