// `npm run check:image`: builds the Dockerfile with `buildah` and starts the result as documented: embedded database, user 1000, read-only file
// system. Uploads an image and a video, and starts it as a worker. Takes several minutes and needs root. Where a program is missing, it says
// so and passes.
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runInImage, startInImage, USER_ID } from "./image/container.mjs";
import { uploadBoth } from "./image/uploads.mjs";
import { modernNode, print, ROOT, since } from "./runtime.mjs";

/**
 * Base images of the Dockerfile, by the name of its argument. `--pull` takes them from their registry; otherwise they are built here from
 * Debian's packages and our Node.
 */
const BASES = { DEBIAN: "localhost/stillreel-check-debian", NODE: "localhost/stillreel-check-node" };
const IMAGE = "localhost/stillreel-check";
const CONTAINER = "stillreel-check";
const EXTRA_CERTIFICATES = "/etc/ssl/certs/extra-certificates.pem";
/** Maximum size of the image in MB. */
const MAX_MB = 400;
const READY_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 15_000;
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

/** Makes an image from a folder, without what the official images do not have either. */
function commit(tree, name, variables = {}) {
  for (const left of ["var/cache/apt/archives", "var/lib/apt/lists", "usr/share/doc", "usr/share/man", "usr/share/locale"])
    rmSync(path.join(tree, left), { recursive: true, force: true });
  const container = buildah("from", "scratch");
  buildah("add", "--quiet", container, tree, "/");
  buildah("config", "--env", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", container);
  for (const [variable, value] of Object.entries(variables)) buildah("config", "--env", `${variable}=${value}`, container);
  buildah("commit", "--quiet", "--rm", container, name);
}

/** Builds the base images: Debian, and Debian with Node and npm in the places of the official image. */
function makeBases(folder) {
  const tree = path.join(folder, "base");
  run("debootstrap", ["--variant=minbase", "bookworm", tree]);
  commit(tree, BASES.DEBIAN);
  const own = path.join(tree, "usr/local");
  copyFileSync(modernNode(), path.join(own, "bin/node"));
  chmodSync(path.join(own, "bin/node"), 0o755);
  const npm = path.resolve(realpathSync(run("sh", ["-c", "command -v npm"])), "../..");
  cpSync(npm, path.join(own, "lib/node_modules/npm"), { recursive: true });
  run("ln", ["-s", "../lib/node_modules/npm/bin/npm-cli.js", path.join(own, "bin/npm")]);
  // Where connections pass through a proxy, downloads during the build need its certificates too.
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) {
    mkdirSync(path.dirname(path.join(tree, EXTRA_CERTIFICATES)), { recursive: true });
    copyFileSync(certificates, path.join(tree, EXTRA_CERTIFICATES));
  }
  commit(tree, BASES.NODE, certificates ? { NODE_EXTRA_CA_CERTS: EXTRA_CERTIFICATES } : {});
  rmSync(tree, { recursive: true, force: true });
}

function buildImage() {
  // 1,024 open files are the limit of many build hosts.
  const limits = ["--ulimit", "nofile=1024:1024"];
  const own = Object.entries(BASES).flatMap(([name, image]) => ["--build-arg", `${name}=${image}`]);
  const source = isPulled ? ["--pull"] : ["--pull-never", ...own];
  buildah("bud", "--isolation", "chroot", "--format", "docker", ...limits, ...source, "--layers=false", "--tag", IMAGE, ROOT);
  buildah("from", "--pull-never", "--name", CONTAINER, IMAGE);
}

/** Returns the root folder and the settings of the image. The health check exists in Docker's format only. */
function openImage() {
  const root = buildah("mount", CONTAINER);
  const { OCIv1, Docker } = JSON.parse(buildah("inspect", CONTAINER));
  const { Entrypoint, Cmd, Env, WorkingDir } = OCIv1.config;
  const healthCheck = Docker.config.Healthcheck.Test.slice(1);
  return { root, directory: WorkingDir, environment: Env, command: [...Entrypoint, ...Cmd], healthCheck };
}

/** Returns the size of the image's files in MB, with the base image. */
const sizeOf = ({ root }) => Number(run("du", ["-sm", root]).split("\t")[0]);

/**
 * Starts the image's program with one role on an empty data folder. Waits until it is ready, runs the health check of the image, uses it,
 * and stops it.
 */
async function useImage(image, folder, role, use) {
  const data = path.join(folder, role);
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, USER_ID, USER_ID);
  const variables = { PORT, ROLE: role };
  const server = startInImage(image, data, image.command, variables);
  let isStopped = false;
  try {
    await untilReady(server);
    await runInImage(image, data, image.healthCheck, variables);
    await use(`http://127.0.0.1:${PORT}`);
  } catch (error) {
    throw new Error(`With ROLE=${role}: ${error.message}\n${server.output().slice(-4_000)}`);
  } finally {
    isStopped = await server.stop(STOP_TIMEOUT_MS);
  }
  if (!isStopped) throw new Error(`With ROLE=${role} it did not stop.\n${server.output().slice(-4_000)}`);
}

async function untilReady(server) {
  const until = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < until && !server.hasEnded()) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(500);
  }
  throw new Error("it did not become ready.");
}

/** Checks that a worker has metrics, with the length of the queue. */
async function readMetrics(server) {
  const metrics = await (await fetch(`${server}/metrics`)).text();
  if (!metrics.includes("stillreel_queue_jobs")) throw new Error(`there are no metrics: ${metrics.slice(0, 400)}`);
}

/** Removes what earlier runs left. */
function clean() {
  spawnSync("buildah", ["rm", CONTAINER]);
}

async function main() {
  const missing = ["buildah", "unshare", ...(isPulled ? [] : ["debootstrap"])].filter((program) => !has(program));
  if (missing.length > 0) return print(`Skipped: ${missing.join(" and ")} is not installed.`);
  if (process.getuid() !== 0) return print("Skipped: this check needs root.");
  const folder = mkdtempSync(path.join(os.tmpdir(), "stillreel-image-"));
  const startedAt = performance.now();
  clean();
  try {
    if (!isPulled) makeBases(folder);
    print(`Base after ${since(startedAt)}.`);
    buildImage();
    const image = openImage();
    const size = sizeOf(image);
    print(`Built after ${since(startedAt)}: ${size} MB.`);
    if (size > MAX_MB) throw new Error(`The image is larger than ${MAX_MB} MB.`);
    await useImage(image, folder, "web,worker", uploadBoth);
    print(`Stored and converted an image and a video as user ${USER_ID} after ${since(startedAt)}.`);
    await useImage(image, folder, "worker", readMetrics);
    print(`Ready and healthy as a worker after ${since(startedAt)}.`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    clean();
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

await main();
