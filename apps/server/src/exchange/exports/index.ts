import type { Media } from "../../media/media/index.ts";
import type { Renderer } from "../../media/render/index.ts";
import type { Captions } from "../../social/captions/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { TimelineFollower } from "../../platform/ports/timeline.port.ts";
import { handles } from "../../platform/ports/jobs.port.ts";
import { handleMakeExport, makeExport } from "./exports.jobs.ts";
import { exportsRoutes } from "./exports.routes.ts";
import { createExportsService, type ExportsDeps, type ExportsService } from "./exports.service.ts";

export interface ExportsModuleDeps extends ExportsDeps {
  media: Media;
  notifier: Pick<Notifier, "add" | "publish">;
  captions: Pick<Captions, "cues">;
  renderer: Renderer;
}

/** Interface of the exports module for other modules. */
export type Exports = Pick<ExportsService, "sweep"> & Module & { timeline: TimelineFollower };

/** Creates the module that converts videos to other formats and sizes. */
export function createExports(ports: Ports, deps: ExportsModuleDeps): Exports {
  const service = createExportsService(ports, deps);
  return {
    timeline: { follow: (tx, itemId) => service.forget(tx, itemId) },
    sweep: service.sweep,
    routes: (app) => exportsRoutes(app, service),
    jobs: [handles(makeExport, (payload, signal) => handleMakeExport(ports, deps, payload, signal))],
  };
}
