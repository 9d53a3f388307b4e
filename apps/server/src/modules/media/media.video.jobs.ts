import { rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ImageError, type Images, type Poster } from "../../ports/images.port.ts";
import type { Ports } from "../../ports/index.ts";
import { defineJob, handles, type JobOutcome, type RegisteredJob } from "../../ports/jobs.port.ts";
import { StorageError } from "../../ports/storage.port.ts";
import { VideoError, type VideoProbe, type Videos } from "../../ports/video.port.ts";
import type { Events } from "../events/index.ts";
import type { Made, Renditions } from "./media.renditions.ts";
import * as repo from "./media.repo.ts";
import type { MediaService } from "./media.service.ts";
import { FAILURES, planPlayback, playbackOperation, posterMoments, posterOperation } from "./media.video.plan.ts";
import type { Work } from "./media.work.ts";

/** Makes poster, thumbnails and, where browsers cannot play the original, a playable file of a video; sets it to ready or failed. */
export const makeVideoRenditions = defineJob({
  name: "media.make-video-renditions",
  payload: z.object({ itemId: z.string() }),
  // What is wrong with a file is told at the first try; the others are for stores and servers that go away.
  attempts: 5,
  timeoutMs: 2 * 3_600_000,
});

/** Are two durations (seconds) the same, but for the last frame's? */
const isLike = (one: number, other: number): boolean => Math.abs(one - other) < 1 + other / 10;

type Video = NonNullable<Awaited<ReturnType<typeof repo.findPicture>>>;

export interface VideoJobsDeps {
  images: Images;
  videos: Videos;
  media: MediaService;
  renditions: Renditions;
  work: Work;
  events: Events;
}

/** Background work on videos. Each of its steps may be repeated: a killed worker's job is finished by another. */
export function videoJobs({ db, storage, clock, log }: Ports, deps: VideoJobsDeps): RegisteredJob[] {
  const { images, videos, media, renditions, work, events } = deps;
  const tell = (video: Video): void => events.publish({ type: "items", workspaceId: video.workspaceId, itemIds: [video.id] });

  /** A frame that shows something, at one of a few moments; the first one when none does. */
  async function findPoster(probe: VideoProbe, path: string, folder: string, signal: AbortSignal): Promise<Poster> {
    let blank: Poster | null = null;
    let failure: unknown = null;
    for (const [index, moment] of posterMoments(probe.duration).entries()) {
      const frame = join(folder, `frame-${index}.png`);
      try {
        await videos.convert(posterOperation(probe, path, frame, moment), signal);
        const poster = await images.poster(frame).catch((error: unknown) => {
          throw error instanceof ImageError ? new VideoError("damaged", "Its frame cannot be read.", { cause: error }) : error;
        });
        if (!poster.isBlank) return poster;
        blank ??= poster;
      } catch (error) {
        // A damaged place: another one may be whole.
        if (!(error instanceof VideoError && error.code === "damaged")) throw error;
        failure = error;
      }
    }
    if (blank) return blank;
    throw failure;
  }

  async function addPoster(video: Video, probe: VideoProbe, path: string, folder: string, signal: AbortSignal): Promise<void> {
    const { poster, large, small, placeholder } = await findPoster(probe, path, folder, signal);
    const made: Made[] = [];
    try {
      made.push(await renditions.store("poster", poster));
      made.push(await renditions.store("thumbnail-large", large));
      made.push(await renditions.store("thumbnail-small", small));
    } catch (error) {
      await renditions.discard(made);
      throw error;
    }
    // Shown at once: encoding may take long.
    if (await renditions.save(video, made, { placeholder })) tell(video);
  }

  /** Copies the tracks; false when they are too damaged for that: decoding them may save more. */
  async function copyTracks(path: string, output: string, container: "mp4" | "webm", signal: AbortSignal): Promise<boolean> {
    try {
      await videos.remux(path, output, container, signal);
      return true;
    } catch (error) {
      if (!(error instanceof VideoError && error.code === "damaged")) throw error;
      await rm(output, { force: true });
      return false;
    }
  }

  /** The playable file; null when the original is one. */
  async function makePlayback(
    probe: VideoProbe,
    path: string,
    folder: string,
    signal: AbortSignal,
  ): Promise<{ made: Made; durationMs?: number; playbackMimeType: string } | null> {
    const plan = planPlayback(probe);
    if (plan.kind === "impossible") throw new VideoError(plan.reason, "It is beyond what is encoded here.");
    if (plan.kind === "original") return null;
    const output = join(folder, "playback");
    const isCopied = plan.kind === "remux" && (await copyTracks(path, output, plan.container, signal));
    if (!isCopied) await videos.convert(playbackOperation(probe, path, output), signal);
    const result = await videos.probe(output, signal);
    const blob = await media.adoptDerived(output, result.mimeType);
    return {
      made: { kind: "playback", blob, width: result.width, height: result.height },
      // What a damaged file says of its length is not what there is to see.
      ...(isLike(result.duration, probe.duration) ? {} : { durationMs: Math.round(result.duration * 1000) }),
      playbackMimeType: result.mimeType,
    };
  }

  async function prepare(video: Video, folder: string, signal: AbortSignal): Promise<JobOutcome> {
    // Says `not-found` the same way for every store.
    await storage.stat(video.storageKey);
    const path = await work.bring(folder, video.storageKey, signal);
    const probe = await videos.probe(path, signal);
    const present = new Set((await repo.findRenditions(db, video.id)).map(({ kind }) => kind));
    if (planPlayback(probe).kind !== "impossible" && !present.has("poster")) await addPoster(video, probe, path, folder, signal);
    const playback = present.has("playback") ? null : await makePlayback(probe, path, folder, signal);
    const { made, ...change } = playback ?? { made: null };
    const isSaved = await renditions.save(video, made ? [made] : [], { ...change, stage: "ready", failure: null });
    if (!isSaved) return { skipped: "the item is gone, or another run was faster" };
    tell(video);
    return "done";
  }

  return [
    handles(makeVideoRenditions, async ({ itemId }, signal) => {
      const video = await repo.findPicture(db, itemId);
      if (!video || video.type !== "video") return { skipped: "there is no such video" };
      if (video.stage === "ready") return { skipped: "it is ready" };
      try {
        return await work.inFolder((folder) => prepare(video, folder, signal));
      } catch (error) {
        const lost = error instanceof StorageError && error.code === "not-found";
        if (!lost && !(error instanceof VideoError)) throw error;
        log.warn({ err: error, itemId }, "a video could not be prepared");
        const failure = error instanceof VideoError ? FAILURES[error.code] : FAILURES.damaged;
        await repo.updateItem(db, itemId, { stage: "failed", failure, updatedAt: clock.now() });
        tell(video);
        return "done";
      }
    }),
  ];
}
