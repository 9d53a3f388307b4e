import { startCluster } from "@stillreel/testing/cluster";
import type { TestProject } from "vitest/node";
import { databaseUrl, type RunningServer, startServer } from "./server-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Addresses and data folders of the servers that test files share, one for each worker. */
    servers: Pick<RunningServer, "url" | "dataDir">[];
  }
}

/** Number of servers: one for each worker. */
const COUNT = 2;

/** Vitest's global setup of browser tests: one database cluster for the run, and one server for each worker. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  const start = async (): Promise<RunningServer> => startServer({ DATABASE_URL: await databaseUrl(cluster.address) });
  const servers = await Promise.all(Array.from({ length: COUNT }, start));
  project.provide("cluster", cluster.address);
  project.provide(
    "servers",
    servers.map(({ url, dataDir }) => ({ url, dataDir })),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await cluster.stop();
  };
}
