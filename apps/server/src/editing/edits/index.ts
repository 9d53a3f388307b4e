import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createAssets } from "./assets.service.ts";
import type { EditsDeps } from "./edits.deps.ts";
import { editsRoutes } from "./edits.routes.ts";
import { createEditsService } from "./edits.service.ts";
import { createPointers } from "./pointer.service.ts";
import { createLetters } from "./letters.service.ts";
import { createRenderFinish } from "./renders.finish.ts";
import { renderJobs } from "./renders.jobs.ts";
import { createRenders } from "./renders.service.ts";
import { createShowing } from "./showing.service.ts";
import { createSources } from "./sources.service.ts";
import { createVersions } from "./versions.service.ts";

export { frameTime } from "./timeline.plan.ts";
export { shownChange } from "./timeline.shown.ts";

/** Creates the module for edits of videos: drafts, renders and versions. */
export function createEdits(ports: Ports, deps: EditsDeps): Module {
  const sources = createSources(ports, deps);
  const renders = createRenders(ports, deps, sources, createLetters(deps));
  const edits = createEditsService(ports, deps, sources, renders);
  const showing = createShowing(ports, deps);
  const versions = createVersions(ports, deps, showing, edits);
  const assets = createAssets(ports, deps, sources);
  const pointers = createPointers(ports, deps);
  return {
    routes: (app) => editsRoutes(app, { edits, renders, versions, assets, pointers }),
    jobs: renderJobs(ports, deps, sources, createRenderFinish(ports, deps, showing)),
  };
}
