import { execFile, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Logger } from "pino";
import { programEnvironment } from "../../config/program-environment.ts";
import { errorKind, startSpan } from "../../tracing/spans.ts";
import { findIsolation, isolationPrefix, type Isolation } from "./isolation.ts";

/** Resource limits of a process, enforced by the kernel or by this process. */
export interface ProcessLimits {
  wallMs: number;
  /** Null for a process that does many tasks. */
  cpuS: number | null;
  /** Address space. */
  memoryBytes: number;
  /** Maximum size of a written file. */
  fileBytes: number;
}

/** Result of a process. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Whether it was killed by the time limit. */
  timedOut: boolean;
  stdout: string;
  /** Last lines of standard error. */
  stderr: string;
}

export interface ConfinedCommand {
  program: string;
  args: readonly string[];
  limits: ProcessLimits;
  /** Its working folder with only its own files, the only one that it may write. */
  cwd: string;
  /** Input files, and files of a program that is not installed in the system. */
  reads: readonly string[];
  /** Written to standard input, which stays open while this process lives. */
  input?: string;
  signal?: AbortSignal | undefined;
  /** Called for each line of standard output; lines for which it returns true are not collected. */
  onLine?: ((line: string) => boolean) | undefined;
}

const STDOUT_MAX = 1024 * 1024;
const STDERR_MAX = 4_000;
const OPEN_FILES = 64;

const run = promisify(execFile);
/** Ends with its parent and gains no privileges; both are Linux features. */
const GUARD = ["setpriv", "--no-new-privs", "--pdeathsig", "KILL"];
const prlimit = (limits: ProcessLimits): string[] => [
  "prlimit",
  `--as=${limits.memoryBytes}`,
  ...(limits.cpuS === null ? [] : [`--cpu=${limits.cpuS}`]),
  `--fsize=${limits.fileBytes}`,
  `--nofile=${OPEN_FILES}`,
  "--core=0",
];

interface Wrappers {
  guard: boolean;
  limit: boolean;
  isolation: Isolation;
}
let wrappers: Promise<Wrappers> | null = null;

/** Returns the isolation of programs that read user files on this machine. */
export const activeIsolation = async (): Promise<Isolation> => (await findWrappers()).isolation;

/** Returns a function that logs the active isolation when it is first called: before the first program that reads a user file. */
export function createIsolationReport(log: Logger): () => Promise<void> {
  let reported: Promise<void> | null = null;
  const report = async (): Promise<void> => {
    const isolation = await activeIsolation();
    if (isolation !== "none") log.info({ isolation }, "programs that read user files are isolated");
    else log.warn({ isolation }, "programs that read user files are not isolated: allow user namespaces, or install bubblewrap");
  };
  return () => (reported ??= report());
}

/** Detects once which wrapper programs are available. Elsewhere only time limits apply. */
function findWrappers(): Promise<Wrappers> {
  const works = async (prefix: readonly string[]): Promise<boolean> => {
    const [program = "", ...args] = prefix;
    return run(program, [...args, "true"], { timeout: 20_000 }).then(
      () => true,
      () => false,
    );
  };
  return (wrappers ??= (async () => {
    if (process.platform !== "linux") return { guard: false, limit: false, isolation: "none" };
    const some: ProcessLimits = { wallMs: 0, cpuS: 10, memoryBytes: 1e9, fileBytes: 1e6 };
    const [guard, limit] = [await works(GUARD), await works(prlimit(some))];
    return { guard, limit, isolation: await findIsolation(guard ? GUARD : [], tmpdir()) };
  })());
}

/** Ends a process that was started in its own group, with all that it started. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    // SIGKILL immediately: a hanging decoder does not handle other signals.
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // The process has ended already.
  }
}

/** Emits complete lines as they arrive, and the remainder at the end. */
function readLines(stream: Readable, take: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = (lines.pop() ?? "").slice(-STDOUT_MAX);
    for (const line of lines) take(line);
  });
  stream.once("end", () => {
    if (rest !== "") take(rest);
  });
}

/** A program behind the wrappers that limit and isolate it. */
export interface WrappedCommand {
  program: string;
  args: string[];
  /** Without any secret. */
  env: NodeJS.ProcessEnv;
}

/** Returns the command that starts a program with limits, isolated as far as the machine allows it. */
export async function confine(command: Pick<ConfinedCommand, "program" | "args" | "limits" | "cwd" | "reads">): Promise<WrappedCommand> {
  const { guard, limit, isolation } = await findWrappers();
  const [program = "", ...args] = [
    ...(guard ? GUARD : []),
    ...(limit ? prlimit(command.limits) : []),
    ...isolationPrefix(isolation, command),
    command.program,
    ...command.args,
  ];
  return { program, args, env: { ...programEnvironment(), HOME: command.cwd, TMPDIR: command.cwd } };
}

/** Returns the name of the program or, for a script of this server, that of the script. Paths and arguments are not part of it. */
function programName({ program, args }: ConfinedCommand): string {
  const script = args.map((arg) => /^([\w-]+)\.worker\.[jt]s$/u.exec(path.basename(arg))?.[1]).find((name) => name !== undefined);
  return script ?? path.basename(program);
}

/**
 * Runs a program with limits in its own process group, which is killed at the time limit or on abort. It is isolated from the server's
 * files, processes and network as far as the machine allows it. The run is a part of the trace.
 * @throws the signal's reason when aborted, and the system's error when the program cannot be started
 */
export async function runConfined(command: ConfinedCommand): Promise<Ending> {
  const span = startSpan({ name: `process ${programName(command)}`, kind: "internal" });
  try {
    const ending = await start(command);
    span?.set({ "process.exit.code": ending.code ?? -1 });
    if (ending.code !== 0) span?.fail(ending.timedOut ? "timeout" : (ending.signal ?? "exit"));
    return ending;
  } catch (error) {
    span?.fail(errorKind(error));
    throw error;
  } finally {
    span?.end();
  }
}

/** Runs a program. */
async function start(command: ConfinedCommand): Promise<Ending> {
  command.signal?.throwIfAborted();
  const { program, args, env } = await confine(command);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: command.cwd, env, detached: process.platform !== "win32", stdio: ["pipe", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      killGroup(child.pid);
    }, command.limits.wallMs);
    const abort = (): void => killGroup(child.pid);
    command.signal?.addEventListener("abort", abort, { once: true });
    readLines(child.stdout, (line) => {
      if (command.onLine?.(line) !== true && stdout.length < STDOUT_MAX) stdout += `${line}\n`;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr = (stderr + text).slice(-STDERR_MAX)));
    child.stdin.on("error", () => undefined);
    if (command.input === undefined) child.stdin.end();
    else child.stdin.write(command.input);
    const end = (): void => {
      clearTimeout(timer);
      command.signal?.removeEventListener("abort", abort);
    };
    child.once("error", (error) => {
      end();
      reject(error);
    });
    child.once("close", (code, signal) => {
      end();
      if (command.signal?.aborted) reject(command.signal.reason as Error);
      else resolve({ code, signal, timedOut, stdout, stderr });
    });
  });
}
