import type { Module, Sweeper } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createSweepJobs } from "./sweeps.jobs.ts";
import { createSweepers } from "./sweeps.service.ts";

export { sweepNightly } from "./sweeps.jobs.ts";
export { createSweepers } from "./sweeps.service.ts";

/** Registers the jobs that delete remains of crashes and expired data. `more`: sweepers of other modules, such as idle uploads. */
export function createSweeps(ports: Ports, more: readonly Sweeper[] = []): Module {
  return { jobs: createSweepJobs(ports, [...more, ...createSweepers(ports)]) };
}
