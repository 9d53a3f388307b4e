import { inject } from "vitest";
import { databaseUrl, type RunningServer, startServer } from "./server-process.ts";

export { type RunningServer, startServer } from "./server-process.ts";

/** Returns the address of a new database in the run's PostgreSQL, in the form of the server's setting. */
export const freshDatabase = (): Promise<string> => databaseUrl(inject("cluster"));

/** Only a file that started a server may stop it. */
function refuse(): never {
  throw new Error("Other test files use this server, too. Start one with `startStoryServer({})`.");
}

/** Returns the server that all files of this worker share. */
function sharedServer(): RunningServer {
  const servers = inject("servers");
  const server = servers[Number(process.env["VITEST_POOL_ID"] ?? 1) % servers.length];
  if (!server) throw new Error("The global setup has started no server.");
  return { ...server, stop: () => Promise.resolve(), pause: refuse, kill: refuse, resume: refuse, freeze: refuse, thaw: refuse };
}

/**
 * Gives a test file a server. Without settings it is the server of the worker, which other files use before and after: it has other users and
 * their items, and its first user is unknown. With settings, even empty ones, it is a new server on a new database.
 */
export const startStoryServer = async (settings?: Record<string, string>): Promise<RunningServer> =>
  settings ? startServer({ DATABASE_URL: await freshDatabase(), ...settings }) : sharedServer();
