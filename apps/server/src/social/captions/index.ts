import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import { captionsRoutes } from "./captions.routes.ts";
import { type CaptionsDeps, type CaptionsService, createCaptionsService } from "./captions.service.ts";

export type { CaptionsDeps, CarriedCaptions } from "./captions.service.ts";

/** Interface of the captions module for other modules. */
export type Captions = Pick<CaptionsService, "list" | "restoreMany"> & Module;

/** Creates the module for captions of videos in several languages. */
export function createCaptions(ports: Ports, deps: CaptionsDeps): Captions {
  const service = createCaptionsService(ports, deps);
  return {
    list: service.list,
    restoreMany: service.restoreMany,
    routes: (app) => captionsRoutes(app, service),
  };
}
