// `npm run check:image`: builds the Dockerfile with `buildah` and starts the result as documented: embedded database, user 1000, and as a
// worker. Takes several minutes and needs root. Where a program is missing, it says so and passes.
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fail, modernNode, print, ROOT, since } from "./runtime.mjs";

/** Base image of the Dockerfile. `--pull` takes it from its registry; otherwise it is built here from Debian packages and our Node. */
const BASE = "docker.io/library/node:24-slim";
const IMAGE = "localhost/stillreel-check";
const CONTAINER = "stillreel-check";
const EXTRA_CERTIFICATES = "/etc/ssl/certs/extra-certificates.pem";
/** User `node` of the base image. */
const USER_ID = 1000;
/** Maximum size of the image in MB. */
const MAX_MB = 600;
const READY_TIMEOUT_MS = 90_000;
const PORT = 18_790;
const isPulled = process.argv.includes("--pull");

const has = (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

/** Runs a program. Its output is shown when it fails. */
function run(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}\n${stdout.slice(-4_000)}\n${stderr.slice(-4_000)}`);
  return stdout.trim();
}

const buildah = (...args) => run("buildah", args);

/** Builds the base image: Debian, Node and npm in the places of the official image. */
function makeBase(folder) {
  const tree = path.join(folder, "base");
  run("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", tree]);
  const own = path.join(tree, "usr/local");
  copyFileSync(modernNode(), path.join(own, "bin/node"));
  chmodSync(path.join(own, "bin/node"), 0o755);
  const npm = path.resolve(realpathSync(run("sh", ["-c", "command -v npm"])), "../..");
  cpSync(npm, path.join(own, "lib/node_modules/npm"), { recursive: true });
  run("ln", ["-s", "../lib/node_modules/npm/bin/npm-cli.js", path.join(own, "bin/npm")]);
  // The official image has none of these either.
  for (const left of ["var/cache/apt/archives", "var/lib/apt/lists", "usr/share/doc", "usr/share/man", "usr/share/locale"])
    rmSync(path.join(tree, left), { recursive: true, force: true });
  run("chroot", [tree, "useradd", "--uid", String(USER_ID), "--create-home", "node"]);
  const container = buildah("from", "scratch");
  // Where connections pass through a proxy, downloads in the image need its certificates too.
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) {
    copyFileSync(certificates, path.join(tree, EXTRA_CERTIFICATES));
    buildah("config", "--env", `NODE_EXTRA_CA_CERTS=${EXTRA_CERTIFICATES}`, container);
  }
  buildah("add", "--quiet", container, tree, "/");
  buildah("config", "--env", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", container);
  buildah("commit", "--quiet", "--rm", container, BASE);
  rmSync(tree, { recursive: true, force: true });
}

function buildImage() {
  // 1,024 open files are the limit of many build hosts.
  const limits = ["--ulimit", "nofile=1024:1024"];
  const source = isPulled ? "--pull" : "--pull-never";
  buildah("bud", "--isolation", "chroot", "--format", "docker", ...limits, source, "--layers=false", "--tag", IMAGE, ROOT);
  buildah("from", "--pull-never", "--name", CONTAINER, IMAGE);
}

/** Returns the size of the image's files in MB, with the base image. */
function sizeOfImage() {
  const size = Number(run("du", ["-sm", buildah("mount", CONTAINER)]).split("\t")[0]);
  buildah("umount", CONTAINER);
  return size;
}

/** Settings of the image. The health check exists in Docker's format only. */
function settingsOf() {
  const { OCIv1, Docker } = JSON.parse(buildah("inspect", CONTAINER));
  return { command: [...OCIv1.config.Entrypoint, ...OCIv1.config.Cmd], healthCheck: Docker.config.Healthcheck.Test.slice(1) };
}

/**
 * Starts the image's program as its user with one role, on an empty data folder and a tree that this user may not write to. Waits until it
 * is ready, runs the health check of the image, and reads the metrics.
 */
async function startImage(folder, role) {
  const { command, healthCheck } = settingsOf();
  const data = path.join(folder, role);
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, USER_ID, USER_ID);
  const variables = ["--env", `PORT=${PORT}`, "--env", `ROLE=${role}`];
  const options = ["--isolation", "chroot", "--user", String(USER_ID), "--volume", `${data}:/data`, ...variables];
  const child = spawn("buildah", ["run", ...options, CONTAINER, "--", ...command], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const closed = new Promise((resolve) => child.on("close", resolve));
  try {
    await untilReady(() => output, child);
    buildah("run", ...options, CONTAINER, "--", ...healthCheck);
    const metrics = await (await fetch(`http://127.0.0.1:${PORT}/metrics`)).text();
    if (!metrics.includes("stillreel_queue_jobs")) throw new Error(`With ROLE=${role} there are no metrics:\n${metrics.slice(0, 400)}`);
  } finally {
    // `buildah run` does not pass signals on, so the server itself gets the signal.
    const processes = [...descendantsOf(child.pid), child.pid];
    signal(processes, "SIGTERM");
    await Promise.race([closed, sleep(15_000)]);
    signal(processes, "SIGKILL");
  }
}

/** Lists the ids of all processes below one process, from the process table of Linux (proc(5): `pid (name) state parent`). */
function descendantsOf(ancestor) {
  const children = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const parent = parentOf(pid);
    children.set(parent, [...(children.get(parent) ?? []), Number(pid)]);
  }
  const below = (pid) => (children.get(pid) ?? []).flatMap((child) => [...below(child), child]);
  return below(ancestor);
}

/** Returns the id of the parent process; 0 when the process has ended. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

function signal(processes, name) {
  for (const pid of processes) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended already.
    }
  }
}

async function untilReady(output, child) {
  const until = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < until && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(500);
  }
  throw new Error(`The image did not become ready.\n${output().slice(-4_000)}`);
}

/** Removes what earlier runs left. */
function clean() {
  spawnSync("buildah", ["rm", CONTAINER]);
}

async function main() {
  const missing = ["buildah", ...(isPulled ? [] : ["debootstrap"])].filter((program) => !has(program));
  if (missing.length > 0) return print(`Skipped: ${missing.join(" and ")} is not installed.`);
  if (process.getuid() !== 0) return print("Skipped: this check needs root.");
  const folder = mkdtempSync(path.join(os.tmpdir(), "stillreel-image-"));
  const startedAt = performance.now();
  clean();
  try {
    if (!isPulled) makeBase(folder);
    print(`Base after ${since(startedAt)}.`);
    buildImage();
    const size = sizeOfImage();
    print(`Built after ${since(startedAt)}: ${size} MB.`);
    if (size > MAX_MB) throw new Error(`The image is larger than ${MAX_MB} MB.`);
    for (const role of ["web,worker", "worker"]) {
      await startImage(folder, role);
      print(`Ready and healthy as user ${USER_ID} with ROLE=${role} after ${since(startedAt)}.`);
    }
  } catch (error) {
    fail(error.message);
  } finally {
    clean();
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

await main();
