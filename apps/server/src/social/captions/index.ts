import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import type { TimelineFollower } from "../../platform/ports/timeline.port.ts";
import { captionsTimeline } from "./captions.timeline.ts";
import { captionsRoutes } from "./captions.routes.ts";
import { type CaptionsDeps, type CaptionsService, createCaptionsService } from "./captions.service.ts";

export type { CaptionsDeps, CarriedCaptions, PlainCue } from "./captions.service.ts";

/** Interface of the captions module for other modules. */
export type Captions = Pick<CaptionsService, "list" | "cues" | "follow" | "restoreMany"> & Module & { timeline: TimelineFollower };

/** Creates the module for captions of videos in several languages. */
export function createCaptions(ports: Ports, deps: CaptionsDeps): Captions {
  const service = createCaptionsService(ports, deps);
  return {
    list: service.list,
    cues: service.cues,
    follow: service.follow,
    restoreMany: service.restoreMany,
    timeline: captionsTimeline,
    routes: (app) => captionsRoutes(app, service),
  };
}
