import { constants } from "node:fs";
import { copyFile, link, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type DerivedImage, ImageError, type Images, type Poster, type Thumbnails } from "../images.port.ts";
import { cleanPicture } from "./clean-picture.ts";
import { ImageProcess, ImageProcessEnded } from "./image-process.ts";
import type { ImageTask } from "./image-tasks.ts";

/** Number of parallel decoders. More need more memory and are not faster. */
const AT_ONCE = 2;
/** Default time after which an unused process ends and returns its memory, in milliseconds. */
const IDLE_MS = 20_000;
/** Number of processes that one image may end before it counts as damaged. */
const ATTEMPTS = 2;

export interface ImagesOptions {
  /** Limit of decoded images. */
  maxPixels: number;
  /** Folder of working folders, on the disk of the stored objects. */
  folder: string;
  /** Time after which an unused process ends, in milliseconds. */
  idleMs?: number;
  /** Called before a process starts. */
  reportIsolation?: () => Promise<void>;
}

let free = AT_ONCE;
const waiting: (() => void)[] = [];

/** Runs at most two decoders concurrently to limit memory. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
  else free -= 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

/** Processes that wait for a task, and the timers that end them. */
type Idle = Map<ImageProcess, NodeJS.Timeout>;

async function take(idle: Idle, { folder, maxPixels, reportIsolation }: ImagesOptions): Promise<ImageProcess> {
  for (const [process, timer] of idle) {
    clearTimeout(timer);
    idle.delete(process);
    if (process.isAlive) {
      process.hold(true);
      return process;
    }
    await process.end();
  }
  await reportIsolation?.();
  return ImageProcess.start(folder, maxPixels);
}

async function giveBack(idle: Idle, process: ImageProcess, idleMs = IDLE_MS): Promise<void> {
  if (!process.isAlive) return process.end();
  process.hold(false);
  const timer = setTimeout(() => {
    idle.delete(process);
    void process.end();
  }, idleMs);
  idle.set(process, timer.unref());
}

/** Gives a process one input: a second link to the file where that is possible, else a copy. */
async function bring(source: string | Buffer, target: string): Promise<void> {
  if (typeof source !== "string") return writeFile(target, source);
  await link(source, target).catch(() => copyFile(source, target, constants.COPYFILE_FICLONE));
}

/** Moves a result to its target, which may be on another disk. */
const move = (result: string, target: string): Promise<void> => rename(result, target).catch(() => copyFile(result, target));

/** An operation on an image. */
interface Work {
  source: string | Buffer;
  /** Returns the task for the paths of input and result. */
  taskOf(input: string, result: string): ImageTask;
  /** Takes the result before the process's folder is emptied. */
  finish?(result: string): Promise<void>;
  signal?: AbortSignal;
}

/**
 * Image operations in child processes that are isolated from the server as far as the machine allows it. A process is warm for some
 * seconds after a task. An image that ends two processes is `damaged`.
 */
export function createImages(options: ImagesOptions): Images {
  const idle: Idle = new Map();

  async function attempt({ source, taskOf, finish, signal }: Work): Promise<unknown> {
    const process = await take(idle, options);
    const [input, output] = [path.join(process.inputs, "source"), path.join(process.results, "result")];
    try {
      await bring(source, input);
      const result = await process.run(taskOf(input, output), signal);
      await finish?.(output);
      return result;
    } finally {
      await Promise.all([input, ...(finish ? [output] : [])].map((file) => rm(file, { force: true })));
      await giveBack(idle, process, options.idleMs);
    }
  }

  const run = <R>(work: Work): Promise<R> =>
    inTurn(async () => {
      for (let left = ATTEMPTS; ; left -= 1)
        try {
          return (await attempt(work)) as R;
        } catch (error) {
          if (!(error instanceof ImageProcessEnded)) throw error;
          if (left === 1) throw new ImageError("damaged", "The picture cannot be read.", { cause: error });
        }
    });

  return {
    clean: (source) => cleanPicture(options.maxPixels, source),
    thumbnails: (source) => run<Thumbnails>({ source, taskOf: (input) => ({ kind: "thumbnails", source: input }) }),
    poster: (source) => run<Poster>({ source, taskOf: (input) => ({ kind: "poster", source: input }) }),
    sheet: (source) => run<DerivedImage>({ source, taskOf: (input) => ({ kind: "sheet", source: input }) }),
    square: (source, side) => run<DerivedImage>({ source, taskOf: (input) => ({ kind: "square", source: input, side }) }),
    within: (source, side) => run<DerivedImage>({ source, taskOf: (input) => ({ kind: "within", source: input, side }) }),
    round: (source, side) => run<DerivedImage>({ source, taskOf: (input) => ({ kind: "round", source: input, side }) }),
    mailPicture: (source, video) => run<DerivedImage>({ source, taskOf: (input) => ({ kind: "mailPicture", source: input, video }) }),
    convert: (source, target, conversion, signal) =>
      run<void>({
        source,
        taskOf: (input, result) => ({ kind: "convert", source: input, target: result, conversion }),
        finish: (result) => move(result, target),
        signal,
      }),
  };
}
