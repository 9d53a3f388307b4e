import type { TestProject } from "vitest/node";
import { startCluster } from "./cluster.ts";

/** Vitest's global setup: one database cluster for the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  project.provide("cluster", cluster.address);
  return cluster.stop;
}
