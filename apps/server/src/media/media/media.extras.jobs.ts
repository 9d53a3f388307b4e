import { createReadStream } from "node:fs";
import { copyFile, link, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Executor } from "../../platform/db/client.ts";
import type { RenditionFacts } from "../../platform/db/schema/index.ts";
import { ImageError } from "../../platform/ports/images.port.ts";
import { FragmentIndex } from "../../platform/ports/fmp4/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { handles, type JobOutcome, type RegisteredJob } from "../../platform/ports/jobs.port.ts";
import { VideoError, type VideoOperation, type VideoProbe } from "../../platform/ports/video.port.ts";
import { ENCODE_MAX_S } from "./media.encoding.plan.ts";
import { ladderOperation, peaksOf, planLadder, planStoryboard, storyboardOperation, waveformOperation } from "./media.extras.plan.ts";
import { createProgress, type Progress } from "./media.progress.ts";
import type { Made, RenditionKind, Renditions } from "./media.renditions.ts";
import * as repo from "./media.repo.ts";
import { LATE_PRIORITY, makeVideoExtras } from "./media.video.definitions.ts";
import { failureOf, type VideoJobsDeps } from "./media.video.jobs.ts";
import { isLike, planPlayback, playbackOperation } from "./media.video.plan.ts";

/** Relative durations of the steps. */
const WEIGHTS = { encode: 60, small: 10, ladder: 45 } as const;
/** Retry delays in milliseconds when all slots are in use. Low-priority jobs wait longer. */
const BUSY_MS = { late: 60_000, other: 5_000 } as const;
const WAVEFORM_MAX_BYTES = 64 * 1024;
/**
 * Minimum length in seconds of segments that count for the bandwidth. Shorter ones, such as the last, are not
 * representative.
 */
const PART_MIN_S = 1;

type Video = NonNullable<Awaited<ReturnType<typeof repo.findPicture>>>;
/** Source file of further renditions. */
interface Base {
  path: string;
  probe: VideoProbe;
  /** Whether it is H.264 and AAC with reliable timestamps. */
  isUniversal: boolean;
}

/** One job run for one video. */
interface Run {
  video: Video;
  /** Time of the start, and whether users do not wait for the result. */
  startedAt: Date;
  isLate: boolean;
  folder: string;
  signal: AbortSignal;
  progress: Progress;
  present: Map<RenditionKind, { storageKey: string; mimeType: string }>;
}

/** A rendition of a base: its operation as data, and how its files are stored. */
interface Piece {
  name: "storyboard" | "waveform" | "ladder";
  operation(run: Run, base: Base): VideoOperation;
  collect(run: Run, base: Base): Promise<{ made: Made[]; change: Parameters<Renditions["save"]>[2] }>;
}

/** Combines several operations on one file, so that it is read once. */
function together(operations: readonly VideoOperation[]): VideoOperation {
  const [first] = operations;
  if (!first) throw new Error("There is nothing to do.");
  const most = (of: (limits: VideoOperation["limits"]) => number): number => Math.max(...operations.map(({ limits }) => of(limits)));
  return {
    ...first,
    outputs: operations.flatMap(({ outputs }) => outputs),
    limits: { wallMs: most(({ wallMs }) => wallMs), cpuS: most(({ cpuS }) => cpuS), fileBytes: most(({ fileBytes }) => fileBytes) },
  };
}

/** Returns the segment positions of a generated file and its required bandwidth, for HLS players. */
export async function hlsFacts(path: string): Promise<RenditionFacts> {
  const index = new FragmentIndex();
  const file = await open(path, "r");
  try {
    const read = async (offset: number, length: number): Promise<Buffer> => {
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await file.read(buffer, 0, length, offset);
      return buffer.subarray(0, bytesRead);
    };
    await index.advance(read, (await file.stat()).size);
  } finally {
    await file.close();
  }
  if (index.parts.length === 0 || index.damage) throw new VideoError("damaged", "It has no parts.", { cause: index.damage });
  const average = (index.end * 8) / Math.max(0.1, index.seconds);
  const peaks = index.parts.filter(({ seconds }) => seconds >= PART_MIN_S).map(({ bytes, seconds }) => (bytes * 8) / seconds);
  return {
    mimeType: "video/mp4",
    codecs: index.tracks.flatMap(({ codec }) => codec.text ?? []).join(","),
    bandwidth: Math.round(Math.max(average, ...peaks)),
    headerBytes: index.headBytes,
    parts: index.parts.map(({ offset, bytes, seconds }) => [offset, bytes, Math.round(seconds * 1e5) / 1e5]),
  };
}

/** The state that changes while the service runs. */
interface State {
  /** Free slots. A worker with several jobs reserves one for jobs that users wait for. */
  slots: number;
  /** Aborts the running low-priority job, if there is one. */
  lateRun: AbortController | null;
}

/** The ports and services that the functions of this file use. */
interface Context
  extends
    Pick<VideoJobsDeps, "events" | "videos" | "media" | "renditions" | "work" | "images" | "failures" | "playableHooks">,
    Pick<Ports, "storage" | "log" | "db" | "clock" | "jobs"> {
  state: State;
}

const notify = ({ events }: Context, video: Video): void =>
  events.publish({ type: "items", workspaceId: video.workspaceId, itemIds: [video.id] });

const convert = (
  { videos }: Context,
  { signal }: Run,
  operation: VideoOperation,
  seconds: number,
  report: (part: number) => void,
): Promise<void> => videos.convert(operation, { signal, onProgress: (at) => report(at / Math.max(0.1, seconds)) });

async function encode(context: Context, run: Run, probe: VideoProbe, path: string): Promise<Base> {
  const { videos, media, renditions, failures, playableHooks } = context;
  const { video, folder, signal, startedAt, isLate } = run;
  const output = join(folder, "encoded");
  await convert(context, run, playbackOperation(probe, path, output), probe.duration, run.progress.step("encode"));
  const result = await videos.probe(output, signal);
  // The store moves the file away, so the next step reads it under a second name.
  const universalPath = join(folder, "universal");
  await link(output, universalPath).catch(() => copyFile(output, universalPath));
  const blob = await media.adoptDerived(output, result.mimeType);
  const made: Made = { kind: "playback", blob, width: result.width, height: result.height };
  const length = isLike(result.duration, probe.duration) ? {} : { durationMs: Math.round(result.duration * 1000) };
  const change = { ...length, playbackMimeType: blob.mimeType, stage: "ready", failure: null } as const;
  const also = async (tx: Executor): Promise<void> => {
    // A video that played before has called them already.
    if (video.stage === "processing") for (const hook of playableHooks) await hook(tx, video.id);
  };
  const isSaved = await renditions.save(video, [made], change, { replace: ["playback"], also });
  if (!isSaved) throw new Superseded();
  notify(context, video);
  if (!isLate) await failures.reportEncoded(video, startedAt);
  return { path: universalPath, probe: result, isUniversal: true };
}

/** Returns the file that every browser plays, and creates it if missing. */
async function universal(context: Context, run: Run): Promise<Base> {
  const { work, videos, storage } = context;
  const { video, folder, signal, present } = run;
  const playback = present.get("playback");
  if (playback?.mimeType === "video/mp4") {
    const path = await work.bring(folder, playback.storageKey, signal, "universal");
    const probe = await videos.probe(path, signal);
    // An older release stored other codecs in an MP4 too.
    if (probe.videoCodec === "avc" && (probe.audioCodec === null || probe.audioCodec === "aac")) return { path, probe, isUniversal: true };
    await rm(path, { force: true });
  }
  // Gives the same `not-found` error for every store.
  await storage.stat(video.storageKey);
  const path = await work.bring(folder, video.storageKey, signal);
  const probe = await videos.probe(path, signal);
  const plan = planPlayback(probe);
  if (plan.kind === "impossible") throw new VideoError(plan.reason, "It is beyond what is encoded here.");
  if (plan.kind === "original") return { path, probe, isUniversal: true };
  if (probe.duration > ENCODE_MAX_S) return { path, probe, isUniversal: false };
  return encode(context, run, probe, path);
}

const storyboardPiece = ({ renditions, images }: Context): Piece => ({
  name: "storyboard",
  operation: ({ folder }, { probe, path }) => storyboardOperation(probe, path, join(folder, "sheet.png")),
  collect: async ({ folder }, { probe }) => ({
    made: [await renditions.store("storyboard", await images.sheet(join(folder, "sheet.png")))],
    change: { storyboard: planStoryboard(probe) },
  }),
});

const waveformPiece = ({ media }: Context): Piece => ({
  name: "waveform",
  operation: ({ folder }, { probe, path }) => waveformOperation(probe, path, join(folder, "samples")),
  async collect({ folder }) {
    const samples = join(folder, "samples");
    const peaks = await peaksOf(createReadStream(samples, { highWaterMark: 1024 * 1024 }), (await stat(samples)).size);
    const bytes = Buffer.from(JSON.stringify({ peaks }));
    const source = (async function* () {
      yield bytes;
    })();
    const blob = await media.storeDerived(source, { maxBytes: WAVEFORM_MAX_BYTES, contentType: "application/json" });
    return { made: [{ kind: "waveform", blob, width: peaks.length, height: 1 }], change: {} };
  },
});

const ladderPiece = ({ media, renditions }: Context): Piece => ({
  name: "ladder",
  operation: ({ folder }, { probe, path }) => ladderOperation(probe, path, planLadder(probe), folder),
  async collect({ folder }, { probe }) {
    const made: Made[] = [];
    try {
      for (const { kind, width, height } of planLadder(probe)) {
        const path = join(folder, kind);
        const facts = await hlsFacts(path);
        made.push({ kind, blob: await media.adoptDerived(path, "video/mp4"), width, height, facts });
      }
      return { made, change: {} };
    } catch (error) {
      await renditions.discard(made);
      throw error;
    }
  },
});

/** Creates and saves renditions in one read of the file. One that the file cannot provide is skipped. */
async function add(context: Context, run: Run, base: Base, pieces: readonly Piece[], report: (part: number) => void): Promise<void> {
  const { renditions, log, db } = context;
  const [first] = pieces;
  if (!first) return;
  try {
    await convert(context, run, together(pieces.map((piece) => piece.operation(run, base))), base.probe.duration, report);
    for (const piece of pieces) {
      const { made, change } = await piece.collect(run, base);
      if (!(await renditions.save(run.video, made, change))) throw new Superseded();
    }
  } catch (error) {
    if (!(error instanceof VideoError || error instanceof ImageError)) throw error;
    log.warn({ err: error, itemId: run.video.id, pieces: pieces.map(({ name }) => name) }, "a video lacks a piece");
    const present = new Set((await repo.findRenditions(db, run.video.id)).map(({ kind }) => kind));
    if (pieces.length > 1)
      for (const piece of pieces) if (!present.has(piece.name as RenditionKind)) await add(context, run, base, [piece], report);
  }
}

async function finish(context: Context, run: Run): Promise<void> {
  const base = await universal(context, run);
  const { present, progress } = run;
  const small = [storyboardPiece(context), ...(base.probe.audioCodec === null ? [] : [waveformPiece(context)])];
  await add(
    context,
    run,
    base,
    small.filter(({ name }) => !present.has(name as RenditionKind)),
    progress.step("small"),
  );
  const rungs = base.isUniversal ? planLadder(base.probe) : [];
  if (rungs.length > 0 && !rungs.some(({ kind }) => present.has(kind)))
    await add(context, run, base, [ladderPiece(context)], progress.step("ladder"));
}

async function make(context: Context, video: Video, { isLate }: Pick<Run, "isLate">, signal: AbortSignal): Promise<JobOutcome> {
  const { db, clock, work, log, failures } = context;
  const startedAt = clock.now();
  const present = new Map((await repo.findRenditions(db, video.id)).map((row) => [row.kind, row] as const));
  const { encode: encoding, ...rest } = WEIGHTS;
  const weights = present.get("playback")?.mimeType === "video/mp4" || video.videoFacts?.universal ? rest : { encode: encoding, ...rest };
  const progress = createProgress(
    weights,
    () => clock.now().getTime(),
    async (percent) => {
      await repo.setProgress(db, video, percent);
      notify(context, video);
    },
  );
  const end = async (): Promise<void> => {
    await progress.settled();
    if ((await repo.clearProgress(db, [video.id])).length > 0) notify(context, video);
  };
  try {
    await work.inFolder((folder) => finish(context, { video, startedAt, isLate, folder, signal, progress, present }));
    await end();
    return "done";
  } catch (error) {
    if (error instanceof Superseded) return { skipped: "the item is gone, or another run was faster" };
    const failure = failureOf(error);
    await progress.settled();
    if (failure === null) throw error;
    log.warn({ err: error, itemId: video.id }, "a video could not be finished");
    // A video that can be played stays ready.
    await failures.failUnfinished([video.id], failure);
    await repo.clearProgress(db, [video.id]);
    notify(context, video);
    return "done";
  }
}

async function comeAgain({ clock, jobs, db }: Context, itemId: string, late: boolean): Promise<JobOutcome> {
  const runAt = new Date(clock.now().getTime() + (late ? BUSY_MS.late : BUSY_MS.other));
  if (late) await jobs.enqueue(db, makeVideoExtras, { itemId, late }, { runAt, priority: LATE_PRIORITY.extras });
  else await jobs.enqueue(db, makeVideoExtras, { itemId }, { runAt });
  return { skipped: "others are at work; it comes again" };
}

/**
 * Runs a low-priority job until one with higher priority arrives. Finished renditions are saved, the rest is created
 * again later.
 */
async function makeLate(context: Context, video: Video, signal: AbortSignal): Promise<JobOutcome> {
  const { state } = context;
  const own = new AbortController();
  state.lateRun = own;
  try {
    return await make(context, video, { isLate: true }, AbortSignal.any([signal, own.signal]));
  } catch (error) {
    if (!own.signal.aborted || signal.aborted) throw error;
    return comeAgain(context, video.id, true);
  } finally {
    if (state.lateRun === own) state.lateRun = null;
  }
}

/** Creates the slow video jobs. Each rendition is saved when it is finished, so that another worker can continue. */
export function extrasJobs({ db, storage, jobs, clock, config, log }: Ports, deps: VideoJobsDeps): RegisteredJob[] {
  const { images, videos, media, renditions, work, failures, events, playableHooks } = deps;
  const state: State = { slots: Math.max(1, config.WORKER_CONCURRENCY - 1), lateRun: null };
  const context: Context = {
    playableHooks,
    events,
    videos,
    media,
    renditions,
    work,
    failures,
    storage,
    images,
    log,
    db,
    clock,
    jobs,
    state,
  };
  return [
    handles(makeVideoExtras, async ({ itemId, late = false }, signal) => {
      const video = await repo.findPicture(db, itemId);
      if (!video || video.type !== "video") return { skipped: "there is no such video" };
      if (video.stage !== "processing" && video.stage !== "ready") return { skipped: `it is ${video.stage}` };
      // Only one low-priority job runs at a time, independent of the number of slots.
      if (state.slots === 0 || (late && state.lateRun)) {
        if (!late) state.lateRun?.abort(new Error("Its place is needed by a video that people wait for."));
        return comeAgain(context, itemId, late);
      }
      state.slots -= 1;
      try {
        return await (late ? makeLate(context, video, signal) : make(context, video, { isLate: false }, signal));
      } finally {
        state.slots += 1;
      }
    }),
  ];
}

/** Thrown when the item was deleted, or when another run saved the same rendition. */
class Superseded extends Error {}
