import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import {
  VideoError,
  type ComposeHooks,
  type Composition,
  type CompositionOutput,
  type OperationLimits,
  type VideoOutput,
  type Videos,
} from "../video.port.ts";
import { composeByProgram } from "./ffmpeg.compose.ts";
import { complaintAbout, convertByProgram } from "./ffmpeg.driver.ts";
import { runTask } from "./library.driver.ts";
import { lanesOf, runLanes } from "./lanes.ts";
import { layoutOf } from "./mp4-layout.ts";

export interface VideosOptions {
  /** Path of the program instead of the one in `PATH`. */
  ffmpegPath?: string | undefined;
  /** Restricts the driver; for tests. */
  only?: "ffmpeg" | "node-av";
  log: Logger;
  /** Called before the first program starts. */
  reportIsolation?: () => Promise<void>;
}

/** Limits for probing, far above the needs of a valid file. */
const INSPECTION = { wallMs: 30_000, cpuS: 30, fileBytes: 1_000_000 };
const OUTLINE = { wallMs: 120_000, cpuS: 120, fileBytes: 1_000_000 };
const COPY = { wallMs: 20 * 60_000, cpuS: 600, fileBytes: 64 * 1024 ** 3 };
const SELF_TEST = { wallMs: 60_000, cpuS: 30, fileBytes: 10_000_000 };

/** Longest time of a process. A timer of more than 24 days would end immediately. */
const DAY_MS = 24 * 3_600_000;

/** Returns the limits of compositions that one process runs one after the other. */
const sumOf = (compositions: readonly Composition[]): OperationLimits => ({
  wallMs: Math.min(
    DAY_MS,
    compositions.reduce((sum, { limits }) => sum + limits.wallMs, 0),
  ),
  cpuS: compositions.reduce((sum, { limits }) => sum + limits.cpuS, 0),
  fileBytes: Math.max(...compositions.map(({ limits }) => limits.fileBytes)),
});

type Engine = { name: "ffmpeg"; program: string } | { name: "node-av" };

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "stillreel-video-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Detects the engine: a suitable ffmpeg program, otherwise the npm library. Null when neither works. */
async function findEngine({ ffmpegPath, only, log, reportIsolation }: VideosOptions): Promise<Engine | null> {
  await reportIsolation?.();
  return inFolder(async (folder) => {
    const program = ffmpegPath ?? "ffmpeg";
    const complaint = only === "node-av" ? "it is not to be used" : await complaintAbout(program, folder);
    if (complaint === null) return { name: "ffmpeg", program };
    if (ffmpegPath !== undefined) log.warn({ program, complaint }, "FFMPEG_PATH cannot be used");
    if (only === "ffmpeg") return null;
    try {
      await runTask({ kind: "self-test", folder }, SELF_TEST, folder);
      return { name: "node-av" };
    } catch (error) {
      log.error({ err: error, complaint }, "there is no video program: install ffmpeg 5.1 or newer, or name one by FFMPEG_PATH");
      return null;
    }
  });
}

/** Runs compositions. A process of the library needs twice the memory of the program, so it runs them one after the other. */
async function composeBy(driver: Engine, compositions: readonly Composition[], folder: string, hooks: ComposeHooks): Promise<void> {
  if (driver.name === "node-av") return void (await runTask({ kind: "compose", compositions }, sumOf(compositions), folder, hooks));
  return runLanes(lanesOf(compositions, hooks.atOnce ?? 1), hooks, (lane, own) => composeByProgram(driver.program, lane, folder, own));
}

/** Operations that copy packets, which only the library does. */
const copies = (mustBeThere: (path: string) => Promise<number>): Pick<Videos, "outline" | "join"> => ({
  outline: (path, ends, signal) =>
    inFolder(async (folder) => {
      const { outline } = await runTask({ kind: "outline", path, ends }, OUTLINE, folder, { signal });
      if (!outline) throw new VideoError("damaged", "Its keyframes could not be read.");
      return outline;
    }),

  join: async (pieces, sound, to, signal) => {
    const { probe } = await runTask({ kind: "join", pieces, sound, to }, COPY, dirname(to), { signal });
    await mustBeThere(to);
    if (!probe) throw new VideoError("damaged", "It could not be probed.");
    return probe;
  },
});

/** Returns a function that detects the engine once. */
function rememberedEngine(options: VideosOptions): () => Promise<Engine | null> {
  let found: Promise<Engine | null> | null = null;
  return async () => {
    const known = await (found ??= findEngine(options));
    // A program may be installed later: detected again with the next video.
    if (known === null) found = null;
    return known;
  };
}

/** Video operations by child processes. Nothing is loaded or detected before the first video. */
export function createVideos(options: VideosOptions): Videos {
  const engine = rememberedEngine(options);
  const mustBeThere = async (path: string): Promise<number> => {
    // A seek after the last frame succeeds without creating a file.
    const { size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return { size: 0 };
      throw error;
    });
    if (size === 0) throw new VideoError("damaged", "Not one frame could be decoded.");
    return size;
  };
  const mustBeWhole = async ({ path, format }: VideoOutput | CompositionOutput, limits: OperationLimits): Promise<void> => {
    const size = await mustBeThere(path);
    if (format !== "mp4" || (await layoutOf(path)).isWhole) return;
    if (size > limits.fileBytes * 0.9) throw new VideoError("too-heavy", "The result is larger than one file may be.");
    throw new Error("The result was not written to its end: is the disk full?");
  };

  return {
    probe: (path, signal) =>
      inFolder(async (folder) => {
        const { probe } = await runTask({ kind: "probe", path }, INSPECTION, folder, { signal });
        if (!probe) throw new VideoError("damaged", "It could not be probed.");
        return probe;
      }),

    probeSound: (path, signal) =>
      inFolder(async (folder) => {
        const { sound } = await runTask({ kind: "probe-sound", path }, INSPECTION, folder, { signal });
        if (!sound) throw new VideoError("damaged", "It could not be probed.");
        return sound;
      }),

    remux: async (from, to, container, signal) => {
      await runTask({ kind: "remux", from, to, container }, COPY, dirname(to), { signal });
      await mustBeThere(to);
    },

    convert: async (operation, hooks = {}) => {
      const driver = await engine();
      if (driver === null) throw new VideoError("no-program", "There is no video program on this server.");
      const [first] = operation.outputs;
      if (!first) return;
      const folder = dirname(first.path);
      if (driver.name === "ffmpeg") await convertByProgram(driver.program, operation, folder, hooks);
      else await runTask({ kind: "convert", operation }, operation.limits, folder, hooks);
      for (const output of operation.outputs) await mustBeWhole(output, operation.limits);
    },

    compose: async (compositions, hooks = {}) => {
      const driver = await engine();
      if (driver === null) throw new VideoError("no-program", "There is no video program on this server.");
      const [first] = compositions.flatMap(({ outputs }) => outputs);
      if (!first) return;
      const folder = dirname(first.path);
      await composeBy(driver, compositions, folder, hooks);
      for (const { outputs, limits } of compositions) for (const output of outputs) await mustBeWhole(output, limits);
    },

    ...copies(mustBeThere),
    engine: async () => (await engine())?.name ?? null,
  };
}
