import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Executor } from "../../platform/db/client.ts";
import { ImageError, type Images, type Poster } from "../../platform/ports/images.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { handles, type JobOutcome, type RegisteredJob } from "../../platform/ports/jobs.port.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { VideoError, type VideoProbe, type Videos } from "../../platform/ports/video.port.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Made, Renditions } from "./media.renditions.ts";
import * as repo from "./media.repo.ts";
import type { Failures } from "./media.failures.ts";
import type { MediaService } from "./media.service.ts";
import { LATE_PRIORITY, makeVideoExtras, makeVideoRenditions } from "./media.video.definitions.ts";
import { copyOperation, FAILURES, isLike, type PlaybackPlan, planPlayback, posterTimes, posterOperation } from "./media.video.plan.ts";
import type { Work } from "./media.work.ts";

type Video = NonNullable<Awaited<ReturnType<typeof repo.findPicture>>>;

export interface VideoJobsDeps {
  images: Images;
  videos: Videos;
  media: MediaService;
  renditions: Renditions;
  work: Work;
  failures: Failures;
  events: Pick<Events, "publish">;
  /** Called when a new video becomes playable. */
  playableHooks: readonly ((tx: Executor, itemId: string) => Promise<void>)[];
}

/** Waits for both promises before an error of either is thrown, and discards what the other one created. */
async function sideBySide(one: Promise<Made[]>, other: Promise<Made[]>, discard: Renditions["discard"]): Promise<[Made[], Made[]]> {
  const [first, second] = await Promise.allSettled([one, other]);
  if (first.status === "fulfilled" && second.status === "fulfilled") return [first.value, second.value];
  for (const each of [first, second]) if (each.status === "fulfilled") await discard(each.value);
  throw first.status === "rejected" ? first.reason : (second as PromiseRejectedResult).reason;
}

/** The ports and services that the functions of this file use. */
interface Context
  extends
    Pick<VideoJobsDeps, "events" | "videos" | "images" | "renditions" | "media" | "work" | "playableHooks">,
    Pick<Ports, "storage" | "db" | "jobs"> {}

const notify = ({ events }: Context, video: Video): void =>
  events.publish({ type: "items", workspaceId: video.workspaceId, itemIds: [video.id] });

/** Returns a frame with visible content at one of a few times, or the first one when none has any. */
export async function findPoster(
  { videos, images }: Pick<Context, "videos" | "images">,
  probe: VideoProbe,
  path: string,
  folder: string,
  signal: AbortSignal,
  times = posterTimes(probe.duration),
): Promise<Poster> {
  let blank: Poster | null = null;
  let failure: unknown = null;
  for (const [index, time] of times.entries()) {
    const frame = join(folder, `frame-${index}.png`);
    try {
      await videos.convert(posterOperation(probe, path, frame, time), { signal });
      const poster = await images.poster(frame).catch((error: unknown) => {
        throw error instanceof ImageError ? new VideoError("damaged", "Its frame cannot be read.", { cause: error }) : error;
      });
      if (!poster.isBlank) return poster;
      blank ??= poster;
    } catch (error) {
      // A damaged part of the file. Another time may work.
      if (!(error instanceof VideoError && error.code === "damaged")) throw error;
      failure = error;
    }
  }
  if (blank) return blank;
  throw failure;
}

/** Stores a poster with its thumbnails. */
export async function storePoster({ renditions }: Pick<Context, "renditions">, { poster, large, small }: Poster): Promise<Made[]> {
  const made: Made[] = [];
  try {
    made.push(await renditions.store("poster", poster));
    made.push(await renditions.store("thumbnail-large", large));
    made.push(await renditions.store("thumbnail-small", small));
    return made;
  } catch (error) {
    await renditions.discard(made);
    throw error;
  }
}

/** Copies the tracks into another file. Returns null when they are too damaged, because decoding may recover more. */
async function copyTracks(
  { videos, media }: Context,
  probe: VideoProbe,
  copy: () => Promise<void>,
  output: string,
  signal: AbortSignal,
): Promise<Made | null> {
  try {
    await copy();
    const result = await videos.probe(output, signal);
    if (isLike(result.duration, probe.duration)) {
      const blob = await media.adoptDerived(output, result.mimeType);
      return { kind: "playback", blob, width: result.width, height: result.height };
    }
  } catch (error) {
    if (!(error instanceof VideoError && error.code === "damaged")) throw error;
  }
  await rm(output, { force: true });
  return null;
}

/** Creates what can be played without encoding video. */
async function copied(
  context: Context,
  plan: PlaybackPlan,
  probe: VideoProbe,
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<Made | null> {
  const { videos } = context;
  const output = join(folder, "playback");
  if (plan.kind === "copy")
    return copyTracks(context, probe, () => videos.convert(copyOperation(probe, path, output, plan.audio), { signal }), output, signal);
  if (plan.kind === "encode" && plan.meanwhile === "webm")
    return copyTracks(context, probe, () => videos.remux(path, output, "webm", signal), output, signal);
  return null;
}

async function prepare(context: Context, video: Video, late: boolean, folder: string, signal: AbortSignal): Promise<JobOutcome> {
  const { storage, work, videos, db, renditions, jobs, playableHooks } = context;
  // Gives the same `not-found` error for every store.
  await storage.stat(video.storageKey);
  const path = await work.bring(folder, video.storageKey, signal);
  const probe = await videos.probe(path, signal);
  const plan = planPlayback(probe);
  if (plan.kind === "impossible") throw new VideoError(plan.reason, "It is beyond what is encoded here.");
  const present = new Set((await repo.findRenditions(db, video.id)).map(({ kind }) => kind));
  let placeholder: string | null = null;
  const poster = async (): Promise<Made[]> => {
    if (present.has("poster")) return [];
    const found = await findPoster(context, probe, path, folder, signal);
    placeholder = found.placeholder;
    return storePoster(context, found);
  };
  const playback = async (): Promise<Made[]> => {
    const made = present.has("playback") ? null : await copied(context, plan, probe, path, folder, signal);
    return made ? [made] : [];
  };
  const [shown, played] = await sideBySide(poster(), playback(), renditions.discard);
  const isOriginal = plan.kind === "original" || (plan.kind === "encode" && plan.meanwhile === "original");
  const isReady = isOriginal || present.has("playback") || played.length > 0;
  const [blob] = played.map((one) => one.blob);
  const change = {
    ...(placeholder === null ? {} : { placeholder }),
    ...(blob ? { playbackMimeType: blob.mimeType } : {}),
    ...(video.videoFacts ? { videoFacts: { ...video.videoFacts, universal: plan.kind === "original" } } : {}),
    ...(isReady ? { stage: "ready" as const, failure: null } : {}),
    progress: 0,
  };
  const also = async (tx: Executor): Promise<void> => {
    if (late) return jobs.enqueue(tx, makeVideoExtras, { itemId: video.id, late }, { priority: LATE_PRIORITY.extras });
    if (isReady) for (const hook of playableHooks) await hook(tx, video.id);
    return jobs.enqueue(tx, makeVideoExtras, { itemId: video.id });
  };
  const isSaved = await renditions.save(video, [...shown, ...played], change, { also });
  if (!isSaved) return { skipped: "the item is gone, or another run was faster" };
  notify(context, video);
  return "done";
}

/**
 * Creates the video jobs that users wait for. All steps can be repeated, so another worker can finish the job of a
 * killed one.
 */
export function videoJobs({ db, storage, jobs, log }: Ports, deps: VideoJobsDeps): RegisteredJob[] {
  const { images, videos, media, renditions, work, failures, events, playableHooks } = deps;
  const context: Context = { events, videos, images, renditions, media, storage, work, db, jobs, playableHooks };
  return [
    handles(makeVideoRenditions, async ({ itemId, late = false }, signal) => {
      const video = await repo.findPicture(db, itemId);
      if (!video || video.type !== "video") return { skipped: "there is no such video" };
      if (late ? !(await repo.lacksSomething(db, itemId)) : video.stage === "ready") return { skipped: "it is ready" };
      try {
        return await work.inFolder((folder) => prepare(context, video, late, folder, signal));
      } catch (error) {
        const failure = failureOf(error);
        if (failure === null) throw error;
        log.warn({ err: error, itemId, late }, "a video could not be prepared");
        // A playable video stays unchanged.
        if (late) return "done";
        await failures.fail(video, failure);
        notify(context, video);
        return "done";
      }
    }),
  ];
}

/** Returns the user message for a permanent error. Null for an error that a retry may solve. */
export function failureOf(error: unknown): string | null {
  if (error instanceof VideoError) return FAILURES[error.code];
  return error instanceof StorageError && error.code === "not-found" ? FAILURES.damaged : null;
}
