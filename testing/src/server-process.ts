import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { DatabaseAddress } from "@stillreel/server/platform/db/pool.ts";
import { serverProgram } from "./server-program.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A server in a separate process, for tests that end it. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Standard output so far: the log. */
  output(): string;
  /** Asks it to stop (SIGTERM) and returns its exit code. */
  stop(): Promise<number | null>;
  /** Kills it like a power failure (`kill -9`). */
  kill(): Promise<void>;
}

/** Data folder, database and further settings of a server process. */
export interface ServerProcessOptions {
  dataDir: string;
  /** Without one, the process starts its embedded database in `dataDir`. */
  database?: DatabaseAddress;
  env?: Record<string, string>;
}

/** Returns the address of a test database as a connection string. */
export function urlOf(address: DatabaseAddress): string {
  const { host, user, database } = address as { host: string; user: string; database: string };
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
}

function environmentOf({ dataDir, database, env }: ServerProcessOptions): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    ...(database ? { DATABASE_URL: urlOf(database) } : {}),
    LOG_LEVEL: "warn",
    NODE_ENV: "test",
    PASSWORD_COST: "minimal",
    // Compiling the server's code again takes half of the processor time of a start.
    NODE_COMPILE_CACHE: path.join(ROOT, ".cache/compiled"),
    ...env,
  };
}

/** Starts the real server on a data folder and a test database. Resolves when it is ready. */
export async function startServerProcess(given: ServerProcessOptions): Promise<ServerProcess> {
  const child = spawn(process.execPath, [serverProgram("main")], { env: environmentOf(given), stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let text = "";
  const ready = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /ready at (http\S+)/u.exec(text);
      if (found?.[1]) resolve(found[1].replace("localhost", "127.0.0.1"));
    });
  });
  const url = await Promise.race([ready, exited.then((code) => Promise.reject(new Error(`The server ended with ${code}.`)))]);
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return exited;
  };
  return { url, pid: child.pid ?? 0, output: () => text, stop: () => end("SIGTERM"), kill: async () => void (await end("SIGKILL")) };
}

/** Starts the real server where it cannot start. Returns its exit code, and all of its output with its errors. */
export async function failServerProcess(given: ServerProcessOptions): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [serverProgram("main")], { env: environmentOf(given), stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}
