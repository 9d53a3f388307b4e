import { VideoError, type ConvertHooks, type JoinSound, type OperationLimits } from "../video.port.ts";
import { childProgram } from "../confinement/child-program.ts";
import { runConfined, type Ending } from "../confinement/confined-process.ts";
import { serverCode } from "../confinement/isolation.ts";
import { PROGRESS_LINE, type VideoAnswer, type VideoTask } from "./video-tasks.ts";

/** Node reserves far more address space than memory; this limit still stops runaway processes. */
const ADDRESS_SPACE_BYTES = 12_000_000_000;
const HEAP_MB = 768;

/** Returns the error of a process that failed. */
export function failureOf(ending: Ending): Error {
  const complaint = ending.stderr.trim().slice(-1_000);
  if (/no space left|ENOSPC/iu.test(complaint)) return new Error(`The disk is full: ${complaint}`);
  if (/unknown encoder/iu.test(complaint)) return new VideoError("no-program", complaint);
  if (ending.timedOut || ["SIGXCPU", "SIGXFSZ", "SIGKILL"].includes(ending.signal ?? ""))
    return new VideoError("too-heavy", `It took more than one file may take (${ending.timedOut ? "time" : ending.signal}). ${complaint}`);
  if (/EFBIG|file too large/iu.test(complaint))
    return new VideoError("too-heavy", `The result is larger than one file may be. ${complaint}`);
  if (/heap out of memory|cannot allocate memory|bad_alloc/iu.test(complaint)) return new VideoError("too-heavy", complaint);
  return new VideoError("damaged", complaint || `The process ended with ${ending.code ?? ending.signal}.`);
}

const soundFiles = (sound: JoinSound): string[] =>
  sound === null ? [] : typeof sound === "string" ? [sound] : sound.map(({ path }) => path);

/** Returns the files that a task reads. */
function inputsOf(task: VideoTask): string[] {
  if (task.kind === "probe" || task.kind === "probe-sound" || task.kind === "outline") return [task.path];
  if (task.kind === "compose") return task.compositions.flatMap(({ inputs }) => inputs.map(({ path }) => path));
  if (task.kind === "join") return [...task.pieces.map(({ path }) => path), ...soundFiles(task.sound)];
  if (task.kind === "remux") return [task.from];
  return task.kind === "convert" ? [task.operation.input.path] : [];
}

/**
 * Runs one task in a child process. `cwd` is its working folder.
 * @throws VideoError, the signal's reason, or the system's error
 */
export async function runTask(
  task: VideoTask,
  limits: OperationLimits,
  cwd: string,
  { signal, onProgress }: ConvertHooks = {},
): Promise<Extract<VideoAnswer, { ok: true }>> {
  const ending = await runConfined({
    program: process.execPath,
    // The folder identifies the job in a process list.
    args: [
      `--max-old-space-size=${HEAP_MB}`,
      "--disable-warning=ExperimentalWarning",
      childProgram(import.meta.url, "./video.worker"),
      cwd,
    ],
    limits: { ...limits, memoryBytes: ADDRESS_SPACE_BYTES },
    cwd,
    reads: [...serverCode(), ...new Set(inputsOf(task))],
    input: `${JSON.stringify(task)}\n`,
    signal,
    onLine: (line) => {
      const seconds = PROGRESS_LINE.exec(line)?.[1];
      if (seconds !== undefined) onProgress?.(Number(seconds));
      return seconds !== undefined;
    },
  });
  const line = ending.stdout.split("\n").find((text) => text.startsWith('{"ok":'));
  if (line === undefined) {
    // Node names the system error.
    const refusal = /\b(EACCES|ENOENT|EMFILE|EIO|ENOSPC)\b/u.exec(ending.stderr)?.[1];
    throw refusal && !ending.signal ? new Error(`The child process failed: ${ending.stderr.slice(-500)}`) : failureOf(ending);
  }
  const answer = JSON.parse(line) as VideoAnswer;
  if (!answer.ok) throw new VideoError(answer.code, answer.message);
  return answer;
}
