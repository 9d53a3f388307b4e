import type { Module } from "../../platform/module.ts";
import { handles } from "../../platform/ports/jobs.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { SearchIndex } from "../search-index/index.ts";
import { handleIndexTransferred, indexTransferred } from "./handovers.jobs.ts";
import { createHandoversService, type HandoversDeps, type HandoversService } from "./handovers.service.ts";

/** Interface of the module for transfers of personal libraries. */
export type Handovers = HandoversService & Module;

/** Creates the module that transfers a personal library to another user. */
export function createHandovers(ports: Ports, { search, ...deps }: HandoversDeps & { search: SearchIndex }): Handovers {
  return {
    ...createHandoversService(ports, deps),
    jobs: [handles(indexTransferred, (payload, signal) => handleIndexTransferred({ db: ports.db, search }, payload, signal))],
  };
}
