import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DatabaseAddress } from "@stillreel/server/platform/db/pool.ts";

const MAIN = fileURLToPath(new URL("../../apps/server/src/main.ts", import.meta.url));

/** A server in a separate process, for tests that kill it. */
export interface ServerProcess {
  url: string;
  /** Kills it like a power failure (`kill -9`). */
  kill(): Promise<void>;
}

/** Starts the real server on a data folder and a test database. Resolves when it is ready. */
export async function startServerProcess(given: {
  dataDir: string;
  database: DatabaseAddress;
  env?: Record<string, string>;
}): Promise<ServerProcess> {
  const { host, user, database } = given.database as { host: string; user: string; database: string };
  const DATABASE_URL = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const env = {
    ...process.env,
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: given.dataDir,
    DATABASE_URL,
    LOG_LEVEL: "warn",
    NODE_ENV: "test",
    PASSWORD_COST: "minimal",
    ...given.env,
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const ready = new Promise<string>((resolve) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /ready at (http\S+)/u.exec(text);
      if (found?.[1]) resolve(found[1].replace("localhost", "127.0.0.1"));
    });
  });
  const url = await Promise.race([ready, exited.then((code) => Promise.reject(new Error(`The server ended with ${code}.`)))]);
  return {
    url,
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
