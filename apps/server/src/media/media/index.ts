import { createImages } from "../../platform/ports/images/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createVideos } from "../../platform/ports/video/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Module } from "../../platform/module.ts";
import { mediaDelivery, type MayStillGet } from "../../exchange/delivery/delivery.routes.ts";
import { createEmblems, type Emblems } from "./media.emblems.ts";
import { mediaJobs } from "./media.jobs.ts";
import { lateJobs } from "./media.late.jobs.ts";
import { extrasJobs } from "./media.extras.jobs.ts";
import { createGifs, type Gifs } from "./media.gifs.ts";
import { createPace } from "./media.pace.ts";
import { createRenditions } from "./media.renditions.ts";
import * as repo from "./media.repo.ts";
import { createMediaService, type MediaService } from "./media.service.ts";
import { createMediaTokens, type MediaUrlOptions } from "./media.token.ts";
import { videoJobs } from "./media.video.jobs.ts";
import { createWork } from "./media.work.ts";

export { sendBytes } from "../../exchange/delivery/delivery.routes.ts";
export type { MayStillGet } from "../../exchange/delivery/delivery.routes.ts";
export { piecesWhile, recheck, type StillMay, streamWhile } from "./media.recheck.ts";
export { sendEmblem } from "./media.emblems.ts";
export { contentDisposition, parseRange } from "../../platform/http/file-headers.ts";
export { deleteBytes, makeRenditions } from "./media.jobs.ts";
export { completeVideos, makeVideoExtras, makeVideoRenditions } from "./media.video.definitions.ts";
export type { VideoInspection } from "./media.service.ts";
export type { StoredBlob } from "./media.service.ts";
export type { MediaUrlOptions } from "./media.token.ts";

/** Bytes: storing, counting, deriving and delivering them. */
export interface Media extends MediaService, Module {
  /** A signed address of at most 5 minutes, absolute from the site's root. Cheap: made for every row of a list. */
  url(options: MediaUrlOptions): string;
  /** The MP4 that every browser plays; null while there is none. */
  universal(itemId: string): Promise<UniversalFile | null>;
  gifs: Gifs;
  emblems: Emblems;
  /** Removes what killed jobs left in their folders. Answers how many. */
  sweep(): Promise<number>;
}

/** A file that every browser plays. */
export interface UniversalFile {
  storageKey: string;
  mimeType: string;
  sizeBytes: number;
  durationMs: number | null;
}

/** What media needs of modules beside it. */
export interface MediaDeps {
  events: Events;
  /** Asked of modules that are built later, at the time of use. */
  mayStillGet: MayStillGet;
}

export function createMedia(ports: Ports, { events, mayStillGet }: MediaDeps): Media {
  const images = createImages({ maxPixels: ports.config.MAX_PIXELS });
  const videos = createVideos({ ffmpegPath: ports.config.FFMPEG_PATH, log: ports.log });
  const pace = createPace();
  const work = createWork(ports);
  const service = createMediaService(ports, { images, videos, pace, work });
  const renditions = createRenditions(ports, service);
  const tokens = createMediaTokens(ports.keys.derive("media"));
  return {
    ...service,
    url: (options) => `/media/${tokens.sign(options, ports.clock.now().getTime() / 1000)}`,
    universal: (itemId) => repo.findUniversal(ports.db, itemId),
    gifs: createGifs({ videos, work }),
    emblems: createEmblems({ images, media: service }),
    sweep: () => work.sweep(),
    routes: mediaDelivery(ports, tokens, mayStillGet),
    jobs: [
      ...mediaJobs(ports, { images, renditions, work, pace, events }),
      ...videoJobs(ports, { images, videos, media: service, renditions, work, events }),
      ...extrasJobs(ports, { images, videos, media: service, renditions, work, events }),
      ...lateJobs(ports),
    ],
  };
}
