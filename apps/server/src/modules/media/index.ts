import { createImages } from "../../ports/images/index.ts";
import type { Ports } from "../../ports/index.ts";
import type { Module } from "../module.ts";
import { mediaDelivery } from "./media.delivery.ts";
import { mediaJobs } from "./media.jobs.ts";
import { createPace } from "./media.pace.ts";
import { createMediaService, type MediaService } from "./media.service.ts";
import { createMediaTokens, type MediaUrlOptions } from "./media.token.ts";

export { deleteBytes, makeRenditions } from "./media.jobs.ts";
export type { StoredBlob } from "./media.service.ts";
export type { MediaUrlOptions } from "./media.token.ts";

/** Bytes: storing, counting, deriving and delivering them. */
export interface Media extends MediaService, Module {
  /** A signed address of at most 5 minutes, absolute from the site's root. Cheap: made for every row of a list. */
  url(options: MediaUrlOptions): string;
}

export function createMedia(ports: Ports): Media {
  const images = createImages({ maxPixels: ports.config.MAX_PIXELS });
  const pace = createPace();
  const service = createMediaService(ports, images, pace);
  const tokens = createMediaTokens(ports.keys.derive("media"));
  return {
    ...service,
    url: (options) => `/media/${tokens.sign(options, ports.clock.now().getTime() / 1000)}`,
    routes: mediaDelivery(ports, tokens),
    jobs: mediaJobs(ports, images, service, pace),
  };
}
