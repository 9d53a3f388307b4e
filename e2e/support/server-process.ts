import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { cloneDatabase, type ClusterAddress } from "@stillreel/testing/cluster";
import { serverProgram } from "@stillreel/testing/server-program";

const ROOT = path.resolve(import.meta.dirname, "../..");
const START_TIMEOUT_MS = 60_000;
/** Timeout of a stop. The server itself promises to exit within ten seconds. */
const STOP_TIMEOUT_MS = 15_000;

/** A complete server in a separate process, with an empty database and empty folders. */
export interface RunningServer {
  /** Address that users open, without a trailing slash. */
  url: string;
  /** Folder of its bytes, database and keys. */
  dataDir: string;
  /** Stops it as a service manager does, and removes its data. */
  stop(): Promise<void>;
  /** Stops it, but preserves its data. */
  pause(): Promise<void>;
  /** Stops its execution: it accepts connections and answers no request until {@link RunningServer.thaw}. */
  freeze(): void;
  /** Continues its execution. */
  thaw(): void;
  /** Kills it, like a power failure, and preserves its data. */
  kill(): Promise<void>;
  /** Starts it again after a pause, at the same address with the same data. */
  resume(): Promise<void>;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(late);
}

async function addressOf(child: ChildProcess): Promise<string> {
  const output: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  if (!child.stdout) throw new Error("The server has no standard output.");
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`The server was not ready in ${START_TIMEOUT_MS} ms. It said:\n${output.join("\n")}`)),
      START_TIMEOUT_MS,
    );
    lines.on("line", (line) => {
      output.push(line);
      const ready = /ready at (http\S+)/u.exec(line);
      if (!ready?.[1]) return;
      clearTimeout(late);
      resolve(ready[1].replace(/\/+$/u, ""));
    });
    child.once("exit", (code) => {
      clearTimeout(late);
      reject(new Error(`The server ended with ${code}. It said:\n${output.join("\n")}`));
    });
  });
}

/** Returns the value of `DATABASE_URL` for a new database in a cluster. */
export async function databaseUrl(cluster: ClusterAddress): Promise<string> {
  const { address } = await cloneDatabase(cluster);
  const { host, user, database } = address as { host: string; user: string; database: string };
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
}

/**
 * Starts a server on a free port and waits until it is ready. It uses its embedded PostgreSQL and stores mail in the outbox.
 * Its rate limits are high, because these tests are many users from one address.
 */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "stillreel-e2e-"));
  const launch = (port: string): ChildProcess =>
    spawn(process.execPath, [serverProgram("main")], {
      cwd: ROOT,
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        PORT: port,
        DATA_DIR: dataDir,
        LOG_LEVEL: "warn",
        RATE_LIMIT_FACTOR: "1000",
        NODE_ENV: "test",
        PASSWORD_COST: "minimal",
        NODE_COMPILE_CACHE: path.join(ROOT, ".cache/compiled"),
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
  let child = launch("0");
  const stop = async (): Promise<void> => {
    await stopProcess(child);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const url = await addressOf(child);
    return {
      url,
      dataDir,
      stop,
      pause: () => stopProcess(child),
      freeze: () => void child.kill("SIGSTOP"),
      thaw: () => void child.kill("SIGCONT"),
      async kill() {
        const gone = once(child, "exit");
        child.kill("SIGKILL");
        await gone;
      },
      async resume() {
        child = launch(new URL(url).port);
        await addressOf(child);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
