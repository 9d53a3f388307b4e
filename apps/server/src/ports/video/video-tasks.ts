import type { VideoErrorCode, VideoOperation, VideoProbe } from "../video.port.ts";

/** What the child process is asked to do: one task, as JSON on the first line of its standard input. */
export type VideoTask =
  | { kind: "probe"; path: string }
  | { kind: "remux"; from: string; to: string; container: "mp4" | "webm" }
  | { kind: "convert"; operation: VideoOperation }
  /** Can the library decode and encode here at all? */
  | { kind: "self-test"; folder: string };

/** Its answer, as one line of JSON on standard output. Errors of another kind end it with a code and a message on standard error. */
export type VideoAnswer = { ok: true; probe?: VideoProbe } | { ok: false; code: VideoErrorCode; message: string };

/** Demuxers that may look at strangers' files. Playlists are not among them: they read other files. */
export const FORMAT_WHITELIST = "matroska,webm,mov,mp4,m4a,3gp,3g2,mj2";
/** Frames larger than this (8K) are not decoded. */
export const MAX_FRAME_PIXELS = 33_200_000;
/** How much of a file is read to find out what is in it, in bytes and in microseconds. */
export const PROBE_BYTES = 10_000_000;
export const ANALYZE_US = 10_000_000;
/** More threads cost memory, not time, on the machines that this is for. */
export const THREADS = 2;
