// `npm run bench [-- name …]`: measures speed and memory (bench/main.ts) and writes docs/benchmarks.md.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { ensureInstalled, fail, modernNode, ROOT, toolEnv } from "./runtime.mjs";

ensureInstalled();
const main = path.join(ROOT, "bench/main.ts");
if (!existsSync(main)) fail("There is no bench yet (bench/main.ts is missing).");
const node = modernNode();
const build = spawnSync(node, [path.join(ROOT, "tools/build.mjs")], { cwd: ROOT, stdio: "inherit", env: toolEnv() });
if (build.status !== 0) process.exit(build.status ?? 1);
const { status } = spawnSync(node, [main, ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit", env: toolEnv() });
process.exit(status ?? 1);
