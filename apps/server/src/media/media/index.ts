import type { Executor } from "../../platform/db/client.ts";
import { createIsolationReport } from "../../platform/ports/confinement/confined-process.ts";
import { createImages } from "../../platform/ports/images/index.ts";
import type { Images } from "../../platform/ports/images.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Videos } from "../../platform/ports/video.port.ts";
import { createVideos } from "../../platform/ports/video/index.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Module } from "../../platform/module.ts";
import type { MailPictureReader } from "../../platform/outbox/index.ts";
import { createFailures } from "./media.failures.ts";
import { createEmblems, type Emblems } from "./media.emblems.ts";
import { mediaJobs } from "./media.jobs.ts";
import { createMailPictures } from "./media.mail-pictures.ts";
import { lateJobs } from "./media.late.jobs.ts";
import { extrasJobs } from "./media.extras.jobs.ts";
import { createFilms, type Films } from "./media.films.ts";
import { createFrames, type Frames } from "./media.frames.ts";
import { createGifs, type Gifs } from "./media.gifs.ts";
import type { MediaUrls } from "./media.addresses.ts";
import { createSound, type Sound } from "./media.sound.ts";
import { createThrottle } from "./media.throttle.ts";
import { createRenditions } from "./media.renditions.ts";
import * as repo from "./media.repo.ts";
import { createMediaService, type MediaService } from "./media.service.ts";
import { createMediaTokens, type MediaTokens, type MediaUrlOptions } from "./media.token.ts";
import { videoJobs } from "./media.video.jobs.ts";
import { createWork, type Work, workRoot } from "./media.work.ts";

export { piecesWhile, recheck, type StillMay, streamWhile } from "./media.recheck.ts";
export { AAC, fit, gridOf, h264, limitsOf } from "./media.encoding.plan.ts";
export { sendEmblem } from "./media.emblems.ts";
export { type MediaUrls, playedUrl, sourceUrl, storyboardOf } from "./media.addresses.ts";
export { isRetryable, RETRYABLE } from "./media.failures.ts";
export { isOwnStore } from "./media.owner.ts";
export { deleteBytes, makeRenditions } from "./media.definitions.ts";
export { completeVideos, makeVideoExtras, makeVideoRenditions } from "./media.video.definitions.ts";
export type { SpeechSound } from "./media.sound.ts";
export type { VideoInspection } from "./media.service.ts";
export type { FilmFile, NewFilm, PosterChoice } from "./media.films.ts";
export { createProgress } from "./media.progress.ts";
export { FAILURES } from "./media.video.plan.ts";
export { COLUMN_OF, type Made, type RenditionKind } from "./media.renditions.ts";
export type { StoredBlob } from "./media.blob.ts";
export type { MediaClaims, MediaTokens, MediaUrlOptions } from "./media.token.ts";

/** Media module: stores, counts, derives and delivers bytes. */
export interface Media extends MediaService, MediaUrls, Module {
  /** Returns a signed URL path, valid for at most 5 minutes. It is cheap, because lists sign one per row. */
  url(options: MediaUrlOptions): string;
  /** Signs and reads the tokens of media addresses. */
  tokens: MediaTokens;
  /** Returns the MP4 that every browser plays, or null while there is none. */
  universal(itemId: string): Promise<UniversalFile | null>;
  /** Image operations. Their processes are shared by all modules. */
  images: Images;
  /** Video operations, and the folders for their files. */
  videos: Videos;
  work: Work;
  gifs: Gifs;
  frames: Frames;
  films: Films;
  emblems: Emblems;
  /** The sound of videos, for speech services. */
  sound: Sound;
  /** Calls a hook in the transaction in which a new video becomes playable. */
  whenPlayable(hook: PlayableHook): void;
  /** Creates the preview and the thumbnails of a picture of an item without a file, and replaces earlier ones. Returns false when the item is deleted. */
  showPicture(itemId: string, path: string): Promise<boolean>;
  /** The pictures in mails: thumbnails of items, and pictures of users. */
  mailPictures: MailPictureReader;
  /** Removes what killed jobs left in their folders. Returns how many. */
  sweep(): Promise<number>;
}

/** Called when a video becomes playable for the first time, in the transaction of that change. */
export type PlayableHook = (tx: Executor, itemId: string) => Promise<void>;

/** A file that every browser plays. */
export interface UniversalFile {
  storageKey: string;
  mimeType: string;
  sizeBytes: number;
  durationMs: number | null;
}

/** Dependencies of media on other modules. */
export interface MediaDeps {
  events: Pick<Events, "publish">;
  notifier: Notifier;
}

export function createMedia(ports: Ports, { events, notifier }: MediaDeps): Media {
  const reportIsolation = createIsolationReport(ports.log);
  const images = createImages({ maxPixels: ports.config.MAX_PIXELS, folder: workRoot(ports), reportIsolation });
  const videos = createVideos({ ffmpegPath: ports.config.FFMPEG_PATH, log: ports.log, reportIsolation });
  const throttle = createThrottle();
  const work = createWork(ports);
  const service = createMediaService(ports, { images, videos, throttle, work });
  const renditions = createRenditions(ports, service);
  const failures = createFailures(ports, notifier);
  const playableHooks: PlayableHook[] = [];
  const tokens = createMediaTokens(ports.keys.derive("media"));
  return {
    ...service,
    url: (options) => `/media/${tokens.sign(options, ports.clock.now().getTime() / 1000)}`,
    universal: (itemId) => repo.findUniversal(ports.db, itemId),
    images,
    videos,
    work,
    gifs: createGifs({ videos, work }),
    frames: createFrames({ videos, images, work }),
    films: createFilms({ videos, images, work, renditions, media: service }),
    emblems: createEmblems({ images, media: service }),
    sound: createSound(ports, { videos, work }),
    whenPlayable: (hook) => void playableHooks.push(hook),
    async showPicture(itemId, path) {
      const { small, large, poster, placeholder } = await images.poster(path);
      const made = [
        await renditions.store("thumbnail-small", small),
        await renditions.store("thumbnail-large", large),
        await renditions.store("preview", poster),
      ];
      return renditions.save(
        { id: itemId, blobId: null },
        made,
        { placeholder },
        { replace: ["thumbnail-small", "thumbnail-large", "preview"] },
      );
    },
    mailPictures: createMailPictures(ports, images),
    tokens,
    sweep: () => work.sweep(),
    jobs: [
      ...mediaJobs(ports, { images, renditions, work, throttle, failures, events }),
      ...videoJobs(ports, { images, videos, media: service, renditions, work, failures, events, playableHooks }),
      ...extrasJobs(ports, { images, videos, media: service, renditions, work, failures, events, playableHooks }),
      ...lateJobs(ports),
    ],
  };
}
