import type { TestProject } from "vitest/node";
import { startCluster } from "./cluster.ts";

/** vitest's global set-up: one database cluster for the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  project.provide("cluster", cluster.address);
  return cluster.stop;
}
