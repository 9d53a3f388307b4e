// `npm start`: installs and builds what is missing, then becomes the server. Runs on Node 20 without dependencies.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { stalePartsOf } from "./parts.mjs";
import {
  ASK_OWNER,
  CACHE,
  ensureInstalled,
  fail,
  folder,
  mayWrite,
  modernNode,
  ROOT,
  print,
  SERVER_ENV,
  SERVER_FLAGS,
  toolEnv,
} from "./runtime.mjs";

process.chdir(ROOT);
ensureInstalled();
const node = modernNode();

const stale = stalePartsOf();
if (stale.length > 0) {
  if (!mayWrite(ROOT)) fail(`The build in ${ROOT} is missing or outdated. ${ASK_OWNER}`);
  const { status } = spawnSync(node, ["tools/build.mjs", ...stale.map((part) => part.name)], { stdio: "inherit", env: toolEnv() });
  if (status !== 0) process.exit(status ?? 1);
}

/** Returns the folder of compiled scripts, or nothing when this user may not create it: the start is then slower. */
function compileCache() {
  try {
    return folder(CACHE, "compiled");
  } catch {
    return "";
  }
}

const main = path.join(ROOT, "apps/server/dist/main.js");
if (!existsSync(main)) fail("There is no server to start: apps/server/src/main.ts is missing.");
print("Starting …");
const args = [...SERVER_FLAGS, main, ...process.argv.slice(2)];
const env = {
  ...SERVER_ENV,
  ...process.env,
  NODE_ENV: process.env.NODE_ENV ?? "production",
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache(),
};

if (typeof process.execve === "function" && process.platform !== "win32") {
  // The server replaces this process: no wrapper remains in memory, and signals need no forwarding.
  process.execve(node, [node, ...args], env);
}
const server = spawn(node, args, { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
server.on("error", (error) => fail(`The server could not be started: ${error.message}`));
server.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
