// Functions that tools need before dependencies are installed. Runs on Node 20 without dependencies.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Flags of the server's Node. Uploads pass through memory outside V8's heap. Counted separately, 64 MB of it already start a full
 * collection, several a second on a busy server. Counted with the heap, the short collections suffice.
 */
export const SERVER_FLAGS = ["--external-memory-accounted-in-global-limit", "--initial-old-space-size=128", "--max-semi-space-size=16"];

/**
 * Environment of the server's Node. Disk writes and flushes wait in libuv's threads: four are too few for many concurrent uploads.
 */
export const SERVER_ENV = { UV_THREADPOOL_SIZE: "8" };

/** Root folder of the repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
/** Folder of stamps and caches of the tools. It is safe to delete. */
export const CACHE = path.join(ROOT, ".cache");

const OLDEST_MAJOR = 24;
const STAMP = path.join(ROOT, "node_modules", ".stillreel-lock");
/** Advice for a user that may not write to the checkout. */
export const ASK_OWNER = "This user may not write there: run `npm run build` as the owner of the folder, then start again.";
const LOCK_FILE = path.join(ROOT, "package-lock.json");

/** Prints one line of progress. */
export function print(line) {
  process.stdout.write(`${line}\n`);
}

/** Prints a message and ends the process with exit code 1. */
export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Returns the seconds since `startedAt` (from `performance.now()`), as text. */
export function since(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

/** Returns the path of Node for the product: the one from the dependencies, or the running one when it is new enough. */
export function modernNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const own = path.join(
    ROOT,
    "node_modules",
    `node-${platform}-${process.arch}`,
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split(".")[0]) >= OLDEST_MAJOR) return process.execPath;
  return fail(
    `Stillreel needs Node ${OLDEST_MAJOR} or newer. There is no packaged one for ${process.platform}-${process.arch}: install it and start again.`,
  );
}

/** Returns the environment for Node programs of the dependencies: our Node and `node_modules/.bin` are first in PATH. */
export function toolEnv(extra = {}) {
  const programs = path.join(ROOT, "node_modules", ".bin");
  return { ...process.env, PATH: [path.dirname(modernNode()), programs, process.env.PATH].join(path.delimiter), ...extra };
}

/** Restarts the running tool on the modern Node when this one is too old. Tools that need new features call it first. */
export function hopToModernNode() {
  const node = modernNode();
  if (Number(process.versions.node.split(".")[0]) >= OLDEST_MAJOR) return;
  const { status, signal } = spawnSync(node, process.argv.slice(1), { stdio: "inherit", env: toolEnv() });
  process.exit(signal ? 1 : (status ?? 1));
}

/** Returns whether this user may change a folder. A checkout may belong to another user than the one that runs the server. */
export function mayWrite(target) {
  try {
    accessSync(target, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function isInstalled(lockHash) {
  if (!existsSync(path.join(ROOT, "node_modules", ".package-lock.json"))) return false;
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === lockHash) return true;
  // A user ran npm manually: it writes its own record last, so a record that is not older than the lock file is current.
  if (statSync(path.join(ROOT, "node_modules", ".package-lock.json")).mtimeMs + 2_000 < statSync(LOCK_FILE).mtimeMs) return false;
  if (mayWrite(path.dirname(STAMP))) writeFileSync(STAMP, lockHash);
  return true;
}

/** Installs the dependencies when they are missing or older than `package-lock.json`. Otherwise takes a few milliseconds. */
export function ensureInstalled() {
  const lockHash = createHash("sha256").update(readFileSync(LOCK_FILE)).digest("hex");
  if (isInstalled(lockHash)) return;
  if (!mayWrite(ROOT)) fail(`The dependencies in ${ROOT} are missing or outdated. ${ASK_OWNER}`);
  const startedAt = performance.now();
  const isFresh = !existsSync(path.join(ROOT, "node_modules"));
  print(isFresh ? "Installing dependencies (once, a minute or two) …" : "Updating dependencies …");
  // Not `npm ci`: it refuses a lock file without the native packages of every platform, which some registries do not provide, and an
  // update must not delete files of a running process. Versions and hashes still come from the lock file, which does not change.
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js")
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === "win32" ? "npm.cmd" : "npm"];
  const { status, error } = spawnSync(npm[0], [...npm.slice(1), ...args], {
    cwd: ROOT,
    // node-av would download an unused ffmpeg program.
    env: { ...process.env, SKIP_FFMPEG: "true" },
    stdio: ["ignore", "inherit", "inherit"],
    shell: npm.length === 1 && process.platform === "win32",
  });
  if (status !== 0)
    fail(`The dependencies could not be installed${error ? ` (${error.message})` : ""}. The lines above say why; then start again.`);
  writeFileSync(STAMP, lockHash);
  print(`Installed in ${since(startedAt)}.`);
}

/** Creates a folder with its parents and returns its path. */
export function folder(...parts) {
  const made = path.join(...parts);
  mkdirSync(made, { recursive: true });
  return made;
}
