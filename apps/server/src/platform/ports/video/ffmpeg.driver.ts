import {
  VideoError,
  type AudioTrackPlan,
  type ConvertHooks,
  type OperationLimits,
  type VideoOperation,
  type VideoOutput,
  type VideoTrackPlan,
} from "../video.port.ts";
import { runConfined } from "../confinement/confined-process.ts";
import { failureOf } from "./library.driver.ts";
import { ANALYZE_US, DEMUXERS, FORMAT_WHITELIST, MAX_FRAME_PIXELS, onGrid, PROBE_BYTES, STREAMS_MAX, THREADS } from "./video-tasks.ts";

/** Minimum address space with which x264 starts. */
const ADDRESS_SPACE_BYTES = 2_500_000_000;
const OLDEST = [5, 1] as const;
const CHECK = { wallMs: 10_000, cpuS: 10, fileBytes: 1_000_000, memoryBytes: ADDRESS_SPACE_BYTES };

/** Returns options as program arguments. */
export const flags = (options: Readonly<Record<string, string>>, stream = ""): string[] =>
  Object.entries(options).flatMap(([name, value]) => [`-${name}${stream}`, value]);

/** Returns why the program is unsuitable; null for version 5.1 or newer with x264 and AAC. */
export async function complaintAbout(program: string, cwd: string): Promise<string | null> {
  const ask = async (...args: string[]): Promise<string> => {
    const ending = await runConfined({ program, args: ["-hide_banner", "-nostdin", ...args], limits: CHECK, cwd, reads: [program] });
    if (ending.code !== 0) throw new Error(`it ended with ${ending.code ?? ending.signal}`);
    return ending.stdout;
  };
  try {
    // Development builds are named after their date or commit; they are newer than the refused versions.
    const version = /^ffmpeg version n?(\d+)\.(\d+)/mu.exec(await ask("-version"));
    const [major, minor] = [Number(version?.[1] ?? OLDEST[0]), Number(version?.[2] ?? OLDEST[1])];
    if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
      return `version ${major}.${minor} is too old, it must be 5.1 or newer`;
    const encoders = await ask("-encoders");
    const missing = ["libx264", "aac", "png", "gif", "pcm_s16le"].filter((name) => !new RegExp(`^ [VA]\\S+ ${name} `, "mu").test(encoders));
    return missing.length > 0 ? `it was built without ${missing.join(", ")}` : null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? "there is no such program" : message;
  }
}

/** Returns the version of the program, by default of the one on PATH; null without a program. */
export async function programVersion(program: string | undefined, cwd: string): Promise<string | null> {
  const name = program ?? "ffmpeg";
  try {
    const { stdout } = await runConfined({ program: name, args: ["-version"], limits: CHECK, cwd, reads: [name] });
    return /^ffmpeg version (\S+)/mu.exec(stdout)?.[1] ?? null;
  } catch {
    // There is no such program, or it does not start.
    return null;
  }
}

/** Returns the arguments of one output. */
function outputArguments({ path, format, options, video, audio }: VideoOutput, maxSeconds: number): string[] {
  const maps = [...(video ? ["-map", "0:v:0"] : []), ...(audio ? ["-map", "0:a:0?"] : [])];
  const bare = ["-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"];
  const sound = audio === null ? ["-an"] : audio === "copy" ? ["-c:a", "copy"] : soundArguments(audio);
  const pictures = video === null ? ["-vn"] : video === "copy" ? ["-c:v", "copy"] : pictureArguments(video, maxSeconds);
  const target = ["-t", String(maxSeconds), ...flags(options), "-f", format, `file:${path}`];
  return [...maps, ...bare, ...pictures, "-threads", String(THREADS), ...sound, ...target];
}

const soundArguments = ({ graph, encoder, options }: AudioTrackPlan): string[] => ["-af", graph, "-c:a", encoder, ...flags(options, ":a")];

function pictureArguments(video: VideoTrackPlan, maxSeconds: number): string[] {
  // A filter that fills gaps must not see frames after the end: an output limit would not stop it.
  const graph = [`trim=end=${maxSeconds}`, ...(video.grid === null ? [] : onGrid(video.grid)), video.graph].join(",");
  return ["-vf", graph, ...encodingArguments(video)];
}

/** Returns the arguments of an encoder of pictures. */
export function encodingArguments(video: Omit<VideoTrackPlan, "graph">): string[] {
  const pictures = ["-c:v", video.encoder, ...flags(video.options, ":v")];
  // Never `-r`, which newer versions interpret as a constant rate. Without `:v`, sound would get times on the grid, too.
  if (video.grid !== null) pictures.push("-fps_mode:v", "vfr", "-enc_time_base:v", `1:${video.grid}`);
  if (video.frames !== null) pictures.push("-frames:v", String(video.frames));
  if (video.keyEvery !== null) pictures.push("-force_key_frames", `expr:isnan(prev_forced_t)+gte(t,prev_forced_t+${video.keyEvery})`);
  return pictures;
}

/** Returns the arguments that come first. `formats` are the permitted demuxers. */
export function guardArguments(formats: string): string[] {
  const general = ["-hide_banner", "-nostdin", "-nostats", "-v", "error", "-y", "-progress", "pipe:1", "-filter_threads", "1"];
  const guards = ["-protocol_whitelist", "file", "-format_whitelist", formats, "-max_pixels", String(MAX_FRAME_PIXELS)];
  const probeOptions = ["-max_streams", String(STREAMS_MAX), "-probesize", String(PROBE_BYTES), "-analyzeduration", String(ANALYZE_US)];
  return [...general, ...guards, ...probeOptions];
}

/** Returns the operation as program arguments. The program itself rotates frames upright. */
export function argumentsOf({ input, outputs, maxSeconds }: VideoOperation): string[] {
  const source = [
    "-threads",
    String(THREADS),
    ...(input.keyFramesOnly ? ["-discard:v", "nokey"] : []),
    "-f",
    DEMUXERS[input.mimeType],
    ...(input.start > 0 ? ["-ss", String(input.start)] : []),
    "-i",
    `file:${input.path}`,
  ];
  return [guardArguments(FORMAT_WHITELIST), source, ...outputs.map((output) => outputArguments(output, maxSeconds))].flat();
}

/** Progress lines of the program; both values are in microseconds despite their names. */
const PROGRESS = /^out_time_(?:us|ms)=(\d+)$/u;

/** Runs the program. @throws VideoError, or the signal's reason */
export async function runProgram(
  program: string,
  { args, limits, reads }: { args: readonly string[]; limits: OperationLimits; reads: readonly string[] },
  cwd: string,
  { signal, onProgress }: ConvertHooks = {},
): Promise<void> {
  const onLine = (line: string): boolean => {
    const micros = PROGRESS.exec(line)?.[1];
    if (micros !== undefined) onProgress?.(Number(micros) / 1e6);
    return true;
  };
  const ending = await runConfined({
    program,
    args,
    limits: { ...limits, memoryBytes: ADDRESS_SPACE_BYTES },
    cwd,
    reads: [program, ...new Set(reads)],
    signal,
    onLine,
  });
  if (ending.code !== 0 || ending.timedOut) {
    const failure = failureOf(ending);
    // Kernel limits end the program by a signal, or with this exit code of a shell that reports one.
    throw ending.code === 153 ? new VideoError("too-heavy", failure.message) : failure;
  }
}

/** Runs one operation with the program. @throws VideoError, or the signal's reason */
export const convertByProgram = (program: string, operation: VideoOperation, cwd: string, hooks: ConvertHooks = {}): Promise<void> =>
  runProgram(program, { args: argumentsOf(operation), limits: operation.limits, reads: [operation.input.path] }, cwd, hooks);
