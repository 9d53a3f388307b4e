import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freshDatabase, type RunningServer, startServer } from "./start-server.ts";

/** Two processes of one installation with the same database, store and secret. */
export interface ServerPair {
  first: RunningServer;
  second: RunningServer;
  stop(): Promise<void>;
}

/** Starts two complete servers that share their data, as behind a load balancer. */
export async function startServerPair(): Promise<ServerPair> {
  const store = await mkdtemp(path.join(os.tmpdir(), "stillreel-e2e-store-"));
  const servers: RunningServer[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(store, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const shared = {
      DATABASE_URL: await freshDatabase(),
      STORAGE_URL: `file:${store}`,
      SECRET: "of these two processes and of nobody else",
    };
    const [first, second] = await Promise.all([startServer(shared), startServer(shared)]);
    servers.push(first, second);
    return { first, second, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
