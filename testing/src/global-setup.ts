import type { TestProject } from "vitest/node";
import { startCluster } from "./cluster.ts";
import { shareS3 } from "./s3/shared.ts";

/** Vitest's global setup: one database cluster and one S3 server for the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [cluster, s3] = await Promise.all([startCluster(), shareS3()]);
  project.provide("cluster", cluster.address);
  project.provide("s3", s3.address);
  return async () => {
    await Promise.all([cluster.stop(), s3.stop()]);
  };
}
