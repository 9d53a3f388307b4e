import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SOCKET_PATH_MAX, socketDirectoryFor } from "./instance-lock.ts";
import { chooseRunner, libraryEnvironment, nativeDirectory, type Runner } from "./native-binaries.ts";
import { commandOf } from "./process-state.ts";

/** PostgreSQL settings that differ from its defaults: durable, and small because the machine is shared. */
const SETTINGS: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  // Messages of failed statements can quote values; the server logs these failures itself.
  log_min_messages: "log",
  fsync: "on",
  synchronous_commit: "on",
  max_connections: "40",
  shared_buffers: "48MB",
  work_mem: "8MB",
  maintenance_work_mem: "48MB",
  effective_cache_size: "512MB",
  max_wal_size: "512MB",
  random_page_cost: "1.1",
  huge_pages: "off",
  jit: "off",
  // The default starts three more processes for asynchronous reads, which this server does not need.
  io_method: "sync",
  max_worker_processes: "4",
  autovacuum_max_workers: "2",
  timezone: "UTC",
};

const ENVIRONMENT = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
const SOCKET = ".s.PGSQL.5432";
/** Timeout for startup. Recovery after a power failure may take long, but a start that never becomes ready must fail. */
const READY_TIMEOUT_MS = 120_000;
/** Timeout for a fast shutdown (of this server or an orphaned one) before an immediate shutdown is requested. */
const SHUTDOWN_TIMEOUT_MS = 7_000;
const RESTART_DELAYS_MS = [100, 300, 1_000, 3_000, 5_000];

export interface EmbeddedPostgresOptions {
  /** Folder of the cluster, created if missing. The log file is written to its parent folder. */
  dir: string;
  /** Overrides of the default settings. */
  settings?: Record<string, string>;
  /** False only for temporary clusters: the new cluster is not flushed to disk. */
  durable?: boolean;
  /** Folder with PostgreSQL's `bin`, `lib` and `share`; by default those of the npm package. */
  native?: string;
  log: { warn(fields: object, text: string): void; info(fields: object, text: string): void };
}

/** A PostgreSQL server that this process runs. It is restarted when it exits and stops together with this process. */
export interface EmbeddedPostgres {
  connection: { host: string; user: string; database: string };
  /** Process id of the running postmaster. */
  pid(): number | undefined;
  /** Stops PostgreSQL cleanly and ends open connections. */
  stop(): Promise<void>;
}

/** Returns the address of the embedded PostgreSQL of a folder, for another process beside the one that runs it. */
export const embeddedConnection = (dir: string): EmbeddedPostgres["connection"] => ({
  host: socketDirectoryFor(path.resolve(dir)),
  user: "stillreel",
  database: "postgres",
});

interface Installation {
  dir: string;
  socketDir: string;
  logFile: string;
  program(name: string): string;
  /** Environment of PostgreSQL's programs. */
  environment: Record<string, string>;
  runner: Runner;
}

/**
 * Starts PostgreSQL on a private Unix socket, and creates the cluster if needed.
 * Remains of an earlier run (orphaned server, stale locks) are removed first, so the caller must hold
 * the instance lock of the data folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dir = path.resolve(options.dir);
  const parent = path.dirname(dir);
  fs.mkdirSync(parent, { recursive: true });
  const native = options.native ?? nativeDirectory();
  const program = (name: string): string => path.join(native, "bin", name);
  const installation: Installation = {
    dir,
    program,
    environment: { ...ENVIRONMENT, ...libraryEnvironment(native, path.join(parent, "postgres-libraries")) },
    socketDir: socketDirectoryFor(dir),
    logFile: path.join(parent, "postgres.log"),
    runner: chooseRunner(program("postgres"), parent),
  };
  prepareSocketDirectory(installation);
  if (fs.existsSync(path.join(dir, "PG_VERSION"))) await cleanUpAfterEarlierLife(installation);
  else makeCluster(installation, options.durable ?? true);
  const settings = { ...SETTINGS, ...options.settings };
  const server = await launch(installation, settings).catch(async () => {
    // Observed in 1 of 50 runs: PostgreSQL exits without a message right after its cluster was created. A retry succeeds.
    await sleep(200);
    await cleanUpAfterEarlierLife(installation);
    return launch(installation, settings);
  });
  return supervise(installation, settings, server, options.log);
}

/**
 * Creates the socket folder. Other users may write to the temp folder, so a foreign socket folder could expose a
 * forged database.
 */
function prepareSocketDirectory({ socketDir, runner }: Installation): void {
  if (Buffer.byteLength(path.join(socketDir, `${SOCKET}.lock`)) > SOCKET_PATH_MAX)
    throw new Error(`The temp folder's path is too long for a socket: ${socketDir}`);
  fs.mkdirSync(socketDir, { recursive: true, mode: 0o700 });
  const own = fs.lstatSync(socketDir);
  const uid = process.getuid?.();
  if (!own.isDirectory() || (uid !== 0 && own.uid !== uid))
    throw new Error(`${socketDir} belongs to another user. Remove it or set TMPDIR.`);
  runner.own(socketDir);
  fs.chmodSync(socketDir, 0o700);
}

/** Creates the cluster in a temporary folder and renames it, so that an incomplete cluster is never started. */
function makeCluster({ dir, program, environment, runner }: Installation, durable: boolean): void {
  const making = `${dir}.making`;
  fs.rmSync(making, { recursive: true, force: true });
  fs.mkdirSync(making, { mode: 0o700 });
  runner.own(making);
  const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "-E", "UTF8"];
  const { command, args, ...user } = runner.wrap(program("initdb"), [
    "-D",
    making,
    "-U",
    "stillreel",
    "-A",
    "trust",
    ...locale,
    "--no-instructions",
    ...(durable ? [] : ["--no-sync"]),
  ]);
  const made = spawnSync(command, args, { ...user, cwd: "/", env: environment, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`The database could not be made in ${dir}: ${(made.stderr || made.error?.message || "").trim()}`);
  fs.rmSync(dir, { recursive: true, force: true });
  fs.renameSync(making, dir);
  if (durable) flushFolder(path.dirname(dir));
}

function flushFolder(folder: string): void {
  const handle = fs.openSync(folder, "r");
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}

const isOurs = (pid: number, dir: string): boolean => {
  const command = commandOf(pid);
  return command !== null && command.includes("postgres") && command.includes(dir);
};

/**
 * Stops an orphaned server of this folder and removes locks of processes that no longer exist.
 * Process ids are reused, so the command names are compared.
 */
async function cleanUpAfterEarlierLife({ dir, socketDir }: Installation): Promise<void> {
  for (const lock of [path.join(dir, "postmaster.pid"), path.join(socketDir, `${SOCKET}.lock`)]) {
    if (!fs.existsSync(lock)) continue;
    const pid = Number(fs.readFileSync(lock, "utf8").split("\n")[0]);
    if (isOurs(pid, dir)) await end(pid, () => isOurs(pid, dir));
    if (!isOurs(pid, dir)) fs.rmSync(lock, { force: true });
  }
}

/** Requests a fast shutdown, then an immediate one after a timeout (recovered from the log at the next start). */
async function end(pid: number, isAlive: () => boolean): Promise<void> {
  signal(pid, "SIGINT");
  const started = performance.now();
  let isReported = false;
  while (isAlive() && performance.now() - started < SHUTDOWN_TIMEOUT_MS * 2) {
    if (!isReported && performance.now() - started > SHUTDOWN_TIMEOUT_MS) {
      isReported = true;
      signal(pid, "SIGQUIT");
    }
    await sleep(10);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already exited.
  }
}

interface Server {
  child: ChildProcess;
  exited: Promise<string>;
  isAlive(): boolean;
}

async function launch(installation: Installation, settings: Record<string, string>): Promise<Server> {
  const { dir, socketDir, logFile, program, environment, runner } = installation;
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { command, args, ...user } = runner.wrap(program("postgres"), ["-D", dir, "-k", socketDir, ...flags]);
  const log = fs.openSync(logFile, "a");
  // A separate process group: Ctrl-C reaches only this process, which stops the database last.
  const child = spawn(command, args, { ...user, detached: true, stdio: ["ignore", log, log], cwd: "/", env: environment });
  fs.closeSync(log);
  child.unref();
  let ended: string | undefined;
  const exited = new Promise<string>((resolve) => {
    const settle = (how: string): void => {
      ended ??= how;
      resolve(how);
    };
    child.once("error", (error) => settle(error.message));
    child.once("exit", (code, name) => settle(name ?? `code ${code}`));
  });
  const watchdog = watchOverUs(child);
  void exited.then(() => watchdog.kill());
  const server: Server = { child, exited, isAlive: () => ended === undefined };
  const started = performance.now();
  while (!isReady(dir, child.pid)) {
    if (ended !== undefined) throw new Error(`The embedded PostgreSQL ended at its start (${ended}).\n${lastLines(logFile)}`);
    if (performance.now() - started > READY_TIMEOUT_MS) {
      child.kill("SIGQUIT");
      throw new Error(`The embedded PostgreSQL did not get ready in ${READY_TIMEOUT_MS} ms.\n${lastLines(logFile)}`);
    }
    await sleep(5);
  }
  return server;
}

/**
 * Starts a watchdog that shuts the database down when this process ends, even by `kill -9`. It detects the end of its
 * stdin.
 */
function watchOverUs(server: ChildProcess): ChildProcess {
  const script = 'read _; kill -INT "$1" 2>/dev/null';
  const watchdog = spawn("/bin/sh", ["-c", script, "stillreel-watchdog", String(server.pid)], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
  });
  watchdog.unref();
  (watchdog.stdin as unknown as { unref?: () => void }).unref?.();
  watchdog.stdin?.on("error", () => {}); // The watchdog was killed together with the database. Nothing is lost.
  return watchdog;
}

function isReady(dir: string, pid: number | undefined): boolean {
  try {
    const lines = fs.readFileSync(path.join(dir, "postmaster.pid"), "utf8").split("\n");
    return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
  } catch {
    return false; // The file does not exist yet.
  }
}

function lastLines(file: string): string {
  try {
    return fs.readFileSync(file, "utf8").split("\n").slice(-12).join("\n").trim();
  } catch {
    return "";
  }
}

function supervise(
  installation: Installation,
  settings: Record<string, string>,
  first: Server,
  log: EmbeddedPostgresOptions["log"],
): EmbeddedPostgres {
  let server = first;
  let isStopping = false;
  let restart: Promise<void> | undefined;
  const watch = (watched: Server): void => {
    void watched.exited.then((how) => {
      if (isStopping) return;
      log.warn({ how }, "the embedded database ended unexpectedly and is started again");
      restart = startAgain();
    });
  };
  const startAgain = async (): Promise<void> => {
    for (let attempt = 0; !isStopping; attempt += 1) {
      await sleep(RESTART_DELAYS_MS[Math.min(attempt, RESTART_DELAYS_MS.length - 1)], undefined, { ref: false });
      if (isStopping) return;
      try {
        await cleanUpAfterEarlierLife(installation);
        server = await launch(installation, settings);
        log.info({ attempt }, "the embedded database is back");
        watch(server);
        return;
      } catch (error) {
        log.warn({ err: error, attempt }, "the embedded database did not start");
      }
    }
  };
  watch(first);
  return {
    connection: embeddedConnection(installation.dir),
    pid: () => server.child.pid,
    stop: async () => {
      isStopping = true;
      await Promise.race([restart ?? Promise.resolve(), sleep(2_000, undefined, { ref: false })]);
      if (!server.isAlive() || server.child.pid === undefined) return;
      server.child.ref();
      await end(server.child.pid, server.isAlive);
      fs.rmSync(installation.socketDir, { recursive: true, force: true });
    },
  };
}
