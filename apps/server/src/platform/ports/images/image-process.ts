import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { inSpan } from "../../tracing/spans.ts";
import { childProgram } from "../confinement/child-program.ts";
import { confine, killGroup } from "../confinement/confined-process.ts";
import { serverCode } from "../confinement/isolation.ts";
import { ImageError } from "../images.port.ts";
import type { ImageMessage, ImageTask } from "./image-tasks.ts";

/** Node reserves far more address space than memory; this limit still stops a runaway process. */
const ADDRESS_SPACE_BYTES = 16_000_000_000;
/** Maximum size of a written file: a decoded image of the maximum size. */
const FILE_BYTES = 4_000_000_000;
/** Maximum time of one task, in milliseconds. */
const TASK_MAX_MS = 300_000;
/** Maximum time until a started process can take tasks, in milliseconds. */
const START_MAX_MS = 60_000;
const STDERR_MAX = 2_000;

/** The process ended before it answered. */
export class ImageProcessEnded extends Error {
  constructor(reason: string) {
    super(`The image process ended: ${reason}`);
    this.name = "ImageProcessEnded";
  }
}

/**
 * A child process that decodes images, one at a time. It has no secret, no network and, where the machine allows it, no file but its own
 * folder: `in` with the current input (read only), and the results beside it.
 */
export class ImageProcess {
  /** Folder of inputs. The process can only read it. */
  readonly inputs: string;
  /** Folder of results. */
  readonly results: string;
  private readonly child: ChildProcess;
  private stderr = "";
  private settle: ((message: ImageMessage | Error) => void) | null = null;

  private constructor(child: ChildProcess, folder: string) {
    this.child = child;
    this.results = folder;
    this.inputs = path.join(folder, "in");
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.stderr = (this.stderr + text).slice(-STDERR_MAX)));
    child.on("message", (message: ImageMessage) => this.settle?.(message));
    child.once("error", (error) => this.settle?.(error));
    child.once("exit", (code, signal) => this.settle?.(new ImageProcessEnded(`${signal ?? code} ${this.stderr}`.trim())));
  }

  /**
   * Starts a process with a new folder.
   * @param root folder of working folders; on the disk of the stored objects, inputs are links instead of copies
   * @throws Error when it cannot be started
   */
  static async start(root: string, maxPixels: number): Promise<ImageProcess> {
    await mkdir(root, { recursive: true });
    const folder = await mkdtemp(path.join(root, "images-"));
    const inputs = path.join(folder, "in");
    await mkdir(inputs);
    const { program, args, env } = await confine({
      program: process.execPath,
      args: ["--disable-warning=ExperimentalWarning", childProgram(import.meta.url, "./images.worker"), String(maxPixels)],
      limits: { wallMs: TASK_MAX_MS, cpuS: null, memoryBytes: ADDRESS_SPACE_BYTES, fileBytes: FILE_BYTES },
      cwd: folder,
      reads: [...serverCode(), inputs],
    });
    const child = spawn(program, args, {
      cwd: folder,
      env,
      detached: process.platform !== "win32",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      serialization: "advanced",
    });
    const started = new ImageProcess(child, folder);
    try {
      await started.next(START_MAX_MS);
    } catch (error) {
      await started.end();
      // This is no image's fault, so the job is tried again.
      throw new Error(`The image process cannot start: ${started.stderr}`, { cause: error });
    }
    return started;
  }

  /** Whether it can take a task. */
  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null && this.child.connected;
  }

  /**
   * Runs a task and returns its result. The process is ended when the signal aborts or the time is over.
   * @throws ImageError, `ImageProcessEnded`, the signal's reason, or an Error
   */
  run(task: ImageTask, signal?: AbortSignal): Promise<unknown> {
    const span = { name: `process images ${task.kind}`, kind: "internal" } as const;
    return inSpan(span, () => this.execute(task, signal));
  }

  private async execute(task: ImageTask, signal: AbortSignal | undefined): Promise<unknown> {
    signal?.throwIfAborted();
    const abort = (): void => killGroup(this.child.pid);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const answer = this.next(TASK_MAX_MS);
      this.child.send(task, (error) => error && this.settle?.(new ImageProcessEnded(error.message)));
      const message = await answer;
      if (message.kind === "done") return message.result;
      const { code, message: text } = message as Extract<ImageMessage, { kind: "failed" }>;
      throw code === null ? new Error(text) : new ImageError(code, text);
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Ends the process and removes its folder. */
  async end(): Promise<void> {
    killGroup(this.child.pid);
    await rm(this.results, { recursive: true, force: true });
  }

  /** Allows or forbids the server to exit while the process lives. */
  hold(isHeld: boolean): void {
    for (const handle of [this.child, this.child.channel]) {
      if (isHeld) handle?.ref();
      else handle?.unref();
    }
  }

  /** Resolves with the next message. */
  private async next(timeoutMs: number): Promise<ImageMessage> {
    const timer = setTimeout(() => {
      killGroup(this.child.pid);
    }, timeoutMs);
    try {
      return await new Promise<ImageMessage>((resolve, reject) => {
        this.settle = (message) => (message instanceof Error ? reject(message) : resolve(message));
      });
    } finally {
      clearTimeout(timer);
      this.settle = null;
    }
  }
}
