import { VideoError, type VideoOperation } from "../video.port.ts";
import { runConfined } from "./confined-process.ts";
import { failureOf } from "./library.driver.ts";
import { ANALYZE_US, FORMAT_WHITELIST, MAX_FRAME_PIXELS, PROBE_BYTES, THREADS } from "./video-tasks.ts";

/** x264 does not start with much less. */
const ADDRESS_SPACE_BYTES = 2_500_000_000;
const OLDEST = [5, 1] as const;
const CHECK = { wallMs: 10_000, cpuS: 10, fileBytes: 1_000_000, memoryBytes: ADDRESS_SPACE_BYTES };

const flags = (options: Readonly<Record<string, string>>, stream = ""): string[] =>
  Object.entries(options).flatMap(([name, value]) => [`-${name}${stream}`, value]);

/** Why the program is of no use here; null when it is one of ours: 5.1 or newer, with x264 and AAC. */
export async function complaintAbout(program: string, cwd: string): Promise<string | null> {
  const ask = async (...args: string[]): Promise<string> => {
    const ending = await runConfined({ program, args: ["-hide_banner", "-nostdin", ...args], limits: CHECK, cwd });
    if (ending.code !== 0) throw new Error(`it ended with ${ending.code ?? ending.signal}`);
    return ending.stdout;
  };
  try {
    // Builds from the middle of development are named after their day or commit; they are newer than what we refuse.
    const version = /^ffmpeg version n?(\d+)\.(\d+)/mu.exec(await ask("-version"));
    const [major, minor] = [Number(version?.[1] ?? OLDEST[0]), Number(version?.[2] ?? OLDEST[1])];
    if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
      return `version ${major}.${minor} is too old, it must be 5.1 or newer`;
    const encoders = await ask("-encoders");
    const missing = ["libx264", "aac", "png"].filter((name) => !new RegExp(`^ [VA]\\S+ ${name} `, "mu").test(encoders));
    return missing.length > 0 ? `it was built without ${missing.join(", ")}` : null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? "there is no such program" : message;
  }
}

/** The operation as arguments of the program. */
export function argumentsOf({ input, video, audio, output, maxSeconds }: VideoOperation): string[] {
  const isIsobmff = input.mimeType === "video/mp4" || input.mimeType === "video/quicktime";
  const guards = ["-protocol_whitelist", "file", "-format_whitelist", FORMAT_WHITELIST, "-max_pixels", String(MAX_FRAME_PIXELS)];
  const looking = ["-max_streams", "16", "-probesize", String(PROBE_BYTES), "-analyzeduration", String(ANALYZE_US)];
  const source = [
    "-f",
    isIsobmff ? "mov" : "matroska",
    ...(input.start > 0 ? ["-ss", String(input.start)] : []),
    "-i",
    `file:${input.path}`,
  ];
  const tracks = ["-map", "0:v:0", ...(audio ? ["-map", "0:a:0?"] : []), "-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"];
  // Frames are turned upright by the program itself.
  const pictures = ["-filter_threads", "1", "-vf", video.graph, "-c:v", video.encoder, ...flags(video.options, ":v")];
  if (video.grid !== null) pictures.push("-r", String(video.grid), "-fps_mode", "vfr");
  if (video.frames !== null) pictures.push("-frames:v", String(video.frames));
  if (video.keyEvery !== null) pictures.push("-force_key_frames", `expr:isnan(prev_forced_t)+gte(t,prev_forced_t+${video.keyEvery})`);
  const sound = audio ? ["-af", audio.graph, "-c:a", audio.encoder, ...flags(audio.options, ":a")] : [];
  const target = ["-t", String(maxSeconds), ...flags(output.options), "-f", output.format, `file:${output.path}`];
  const threads = ["-threads", String(THREADS)];
  const general = ["-hide_banner", "-nostdin", "-v", "error", "-y"];
  return [general, guards, looking, threads, source, tracks, pictures, threads, sound, target].flat();
}

/** One operation by the program. @throws VideoError, or the signal's reason */
export async function convertByProgram(program: string, operation: VideoOperation, cwd: string, signal?: AbortSignal): Promise<void> {
  const limits = { ...operation.limits, memoryBytes: ADDRESS_SPACE_BYTES };
  const ending = await runConfined({ program, args: argumentsOf(operation), limits, cwd, signal });
  if (ending.code !== 0 || ending.timedOut) {
    const failure = failureOf(ending);
    // The kernel's limits end the program by a signal, or by this code of a shell that tells of one.
    throw ending.code === 153 ? new VideoError("too-heavy", failure.message) : failure;
  }
}
