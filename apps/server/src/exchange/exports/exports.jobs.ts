import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ExportOptions } from "@stillreel/contract";
import { z } from "zod";
import { writeZip } from "../../platform/ports/archives/index.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { defineJob, type JobOutcome } from "../../platform/ports/jobs.port.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { VideoError, type VideoProbe } from "../../platform/ports/video.port.ts";
import type { Renderer } from "../../media/render/index.ts";
import type { Captions } from "../../social/captions/index.ts";
import { createProgress, type Media, type StoredBlob } from "../../media/media/index.ts";
import { exportOperation, frameOperation, frameTimes, isPossible, isZip, rangeOf, typeOf, type ExportRange } from "./exports.plan.ts";
import { captionedRange } from "./exports.captions.plan.ts";
import * as repo from "./exports.repo.ts";

/** Makes the file of an export. Starts from the beginning after a crash. */
export const makeExport = defineJob({
  name: "exports.make-file",
  payload: z.object({ exportId: z.uuid() }),
  attempts: 3,
  timeoutMs: 2 * 3_600_000,
});

/** Time of work from which its end is reported in the bell, in milliseconds. The user still waits for shorter work. */
const LONG_MS = 60_000;
/** Sentences of permanent failures. */
const FAILURES = {
  "no-sound": "This video has no sound.",
  "too-late": "The video ends before the chosen range.",
  gone: "The file of the video has changed. Export it again.",
  failed: "The video could not be converted to this format.",
  "no-program": "The video program of this server cannot write this format.",
  "no-space": "The storage of the server is full.",
} as const;

export interface ExportJobDeps {
  media: Pick<Media, "videos" | "work" | "universal" | "adoptDerived" | "insertBlob" | "discard">;
  notifier: Pick<Notifier, "add" | "publish">;
  captions: Pick<Captions, "cues">;
  renderer: Renderer;
}

/** A failure with the key of its sentence, after which no attempt can succeed. */
class Impossible extends Error {
  readonly failure: keyof typeof FAILURES;
  constructor(failure: keyof typeof FAILURES) {
    super(FAILURES[failure]);
    this.failure = failure;
  }
}

/** The work of one export. */
interface Run {
  options: ExportOptions;
  probe: VideoProbe;
  range: ExportRange;
  input: string;
  /** Second of the video at which the input begins. */
  begins: number;
  folder: string;
  report: (part: number) => void;
  signal: AbortSignal;
}

/** Returns the part of a range that is enough for one frame at its start: captions are drawn into all frames of a part. */
const firstSecond = ({ from, to }: ExportRange): ExportRange => ({ from, to: Math.min(to, from + 1) });

/** Draws the wanted captions into the range first. Returns the work on the result. */
async function captioned({ captions, renderer }: ExportJobDeps, itemId: string, run: Run): Promise<Run> {
  const { options, probe, range, input, folder, signal } = run;
  const cues = options.captions === undefined ? null : await captions.cues(itemId, options.captions);
  if (cues === null) return run;
  const path = join(folder, "captioned.mp4");
  const drawn = isZip(options) || options.format !== "png" ? range : firstSecond(range);
  const document = captionedRange(cues, drawn);
  const sources = new Map([[undefined, { type: "video" as const, path: input, probe }]]);
  const result = await renderer.render({ document, sources, assets: new Map(), output: path, folder }, { signal });
  return { ...run, input: path, probe: result, range: { from: 0, to: result.duration }, begins: range.from };
}

/** Writes the frames of a PNG export, one after the other, and packs several into a zip. Returns the path. */
async function writeFrames(
  { videos }: Pick<Media, "videos">,
  { options, probe, range, input, begins, folder, report, signal }: Run,
  now: Date,
): Promise<string> {
  const times = frameTimes(options, range);
  const paths: string[] = [];
  for (const [index, time] of times.entries()) {
    const path = join(folder, `frame-${index}.png`);
    await videos.convert(frameOperation(probe, input, path, time), { signal });
    paths.push(path);
    report((index + 1) / times.length);
  }
  const [first = ""] = paths;
  if (!isZip(options)) return first;
  const entries = await Promise.all(
    paths.map(async (path, index) => ({
      name: `frame-${String(index + 1).padStart(3, "0")}-${(begins + (times[index] ?? 0)).toFixed(3)}s.png`,
      modifiedAt: now,
      sizeBytes: (await stat(path)).size,
      open: async () => createReadStream(path),
    })),
  );
  const target = join(folder, "frames.zip");
  await pipeline(writeZip(entries), createWriteStream(target), { signal });
  return target;
}

async function write(media: ExportJobDeps["media"], run: Run, now: Date): Promise<string> {
  const { options, probe, range, input, folder, report, signal } = run;
  if (options.format === "png") return writeFrames(media, run, now);
  const target = join(folder, "exported");
  const seconds = Math.max(0.1, range.to - range.from);
  await media.videos.convert(exportOperation(probe, input, target, options, range), {
    signal,
    onProgress: (at) => report(Math.min(1, at / seconds)),
  });
  return target;
}

function failureOf(error: unknown): keyof typeof FAILURES | null {
  if (error instanceof Impossible) return error.failure;
  if (error instanceof VideoError) return error.code === "no-program" ? "no-program" : "failed";
  if (error instanceof StorageError) return error.code === "not-found" ? "gone" : error.code === "no-space" ? "no-space" : null;
  return null;
}

/** Stores the end of an export and notifies its user when it took long. @returns false when the export was deleted meanwhile */
async function finish(
  { db, clock }: Ports,
  { media, notifier }: ExportJobDeps,
  claimed: NonNullable<Awaited<ReturnType<typeof repo.claim>>>,
  end: { blob: StoredBlob } | { failure: keyof typeof FAILURES },
): Promise<boolean> {
  const isLong = clock.now().getTime() - claimed.createdAt.getTime() > LONG_MS;
  const { isStored, notified } = await db
    .transaction(async (tx) => {
      if ("blob" in end) await media.insertBlob(tx, end.blob);
      const change =
        "blob" in end
          ? { state: "ready" as const, progress: 1, blobId: end.blob.id }
          : { state: "failed" as const, failure: FAILURES[end.failure] };
      if (!(await repo.updateOpen(tx, claimed.id, change))) {
        // The rollback removes the blob's row.
        throw new Deleted();
      }
      const kind = "blob" in end ? "job-done" : "job-failed";
      const subject = { subjectId: claimed.id, itemId: claimed.itemId, workspaceId: claimed.workspaceId, actorId: null };
      const added = isLong ? await notifier.add(tx, { kind, ...subject, details: { job: "video-export" }, userIds: [claimed.userId] }) : [];
      return { isStored: true, notified: added };
    })
    .catch((error: unknown) => {
      if (error instanceof Deleted) return { isStored: false, notified: [] };
      throw error;
    });
  notifier.publish(notified);
  return isStored;
}

/** Thrown inside of a transaction to roll it back: the export was deleted. */
class Deleted extends Error {}

/** Runs {@link makeExport}. */
export async function handleMakeExport(
  ports: Ports,
  deps: ExportJobDeps,
  { exportId }: { exportId: string },
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { db, clock, storage, log } = ports;
  const { videos, work, universal, adoptDerived, discard } = deps.media;
  const claimed = await repo.claim(db, exportId);
  if (!claimed) return { skipped: "it was deleted, or is finished" };
  const { options, sourceKey } = claimed;
  try {
    return await work.inFolder(async (folder) => {
      // Gives the same `not-found` error for every store.
      await storage.stat(sourceKey);
      // The prepared file has reliable timestamps; before it exists, the file itself is read.
      const prepared = await universal(claimed.itemId);
      if ((await repo.findSourceKey(db, claimed.itemId)) !== sourceKey) throw new Impossible("gone");
      const input = await work.bring(folder, prepared?.storageKey ?? sourceKey, signal);
      const probe = await videos.probe(input, signal);
      const range = rangeOf(options, probe.duration);
      if (range === null) throw new Impossible("too-late");
      if (!isPossible(options, probe)) throw new Impossible("no-sound");
      const progress = createProgress(
        { export: 1 },
        () => clock.now().getTime(),
        async (percent) => {
          await repo.updateOpen(db, exportId, { progress: percent / 100 });
        },
      );
      const run = { options, probe, range, input, begins: 0, folder, signal, report: progress.step("export") };
      const path = await write(deps.media, await captioned(deps, claimed.itemId, run), clock.now());
      await progress.settled();
      const blob = await adoptDerived(path, typeOf(options));
      if (await finish(ports, deps, claimed, { blob })) return "done";
      await discard(blob);
      return { skipped: "it was deleted" };
    });
  } catch (error) {
    const failure = signal.aborted ? null : failureOf(error);
    if (failure === null) throw error;
    log.warn({ err: error, exportId }, "a video could not be exported");
    await finish(ports, deps, claimed, { failure });
    return "done";
  }
}
