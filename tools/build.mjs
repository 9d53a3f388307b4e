// `npm run build [part …]`: builds server, portal, public page and extension, skipping what is up to date (`--force` builds all).
import { spawn } from "node:child_process";
// `globSync` is missing in Node 20, on which this file may start: see `hopToModernNode`.
import fs, { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { EXTERNAL } from "./external-packages.mjs";
import { fingerprint, isCurrent, PARTS, remember } from "./parts.mjs";
import { ensureInstalled, fail, hopToModernNode, ROOT, print, since, toolEnv } from "./runtime.mjs";

const asked = process.argv.slice(2).filter((arg) => !arg.startsWith("--"));
const isForced = process.argv.includes("--force");
const at = (...parts) => path.join(ROOT, ...parts);

/** Runs a program of the dependencies. Its output is only shown when it fails. */
function runQuietly(program, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [at("node_modules", program), ...args], {
      cwd,
      env: toolEnv({ NODE_ENV: "production", CI: "1" }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`${program} ${args.join(" ")} ended with ${code}\n${stripVTControlCharacters(output)}`)),
    );
  });
}

/** CommonJS packages inside an ES module bundle load Node's modules with `require`. */
const REQUIRE = 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';

/** Copies the statements of all repositories into one folder beside the bundle. Their file names are unique. */
function copyStatements() {
  const target = at("apps/server/dist/sql");
  mkdirSync(target, { recursive: true });
  for (const file of fs.globSync("**/sql/*.sql", { cwd: at("apps/server/src") })) {
    cpSync(at("apps/server/src", file), path.join(target, path.basename(file)), { force: false, errorOnExist: true });
  }
}

/** Copies files that server modules read at run time beside the bundle: `src/<layer>/<module>/assets` → `dist/assets/<module>`. */
function copyServerFiles() {
  cpSync(at("apps/server/src/platform/db/migrations"), at("apps/server/dist/migrations"), { recursive: true });
  cpSync(at("packages/ui/src/fonts"), at("apps/server/dist/assets/fonts"), { recursive: true, filter: (file) => !file.endsWith(".md") });
  for (const assets of fs.globSync("*/*/assets", { cwd: at("apps/server/src") })) {
    cpSync(at("apps/server/src", assets), at("apps/server/dist/assets", path.basename(path.dirname(assets))), { recursive: true });
  }
}

/** Bundles the programs of the server, which share their code. */
async function bundlePrograms(entryPoints) {
  const esbuild = await import("esbuild");
  await esbuild.build({
    absWorkingDir: at("apps/server"),
    entryPoints,
    outdir: "dist",
    bundle: true,
    splitting: true,
    // Beside the programs: shared code finds files by its own address.
    chunkNames: "[name]-[hash]",
    // The image is 6 MB smaller. Names stay, so that stack traces are readable without the source map.
    minifyWhitespace: true,
    platform: "node",
    format: "esm",
    target: "node24",
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "silent",
    external: EXTERNAL,
    banner: { js: REQUIRE },
  });
}

async function buildServer() {
  rmSync(at("apps/server/dist"), { recursive: true, force: true });
  // The command line, the verification of the store and the child processes for media are separate programs.
  await bundlePrograms({
    main: "src/main.ts",
    admin: "src/admin.ts",
    verify: "src/verify.ts",
    "video.worker": "src/platform/ports/video/video.worker.ts",
    "images.worker": "src/platform/ports/images/images.worker.ts",
    "drawing.worker": "src/platform/ports/drawing/worker/drawing.worker.ts",
  });
  copyStatements();
  copyServerFiles();
}

/** Builds the Vite bundles: the portal, and the scripts that public pages load after their first frame. */
async function buildForBrowsers(app) {
  await runQuietly("vite/bin/vite.js", ["build", "--logLevel", "warn"], at(app));
  // Compressed once here, at the highest level, so that the server only sends the right variant. It compresses the portal's page itself,
  // which has variants by the language of the installation.
  const dist = at(app, "dist");
  const names = readdirSync(path.join(dist, "assets")).map((name) => `assets/${name}`);
  const texts = names.filter((name) => /\.(?:html|js|css|svg|json)$/u.test(name));
  const siblings = { br: promisify(brotliCompress), gz: promisify(gzip) };
  await Promise.all(
    texts.flatMap((name) => {
      const bytes = readFileSync(path.join(dist, name));
      return Object.entries(siblings).map(async ([ending, compress]) => {
        const packed = await compress(bytes);
        if (packed.length < bytes.length) writeFileSync(path.join(dist, `${name}.${ending}`), packed);
      });
    }),
  );
}

const BUILDERS = {
  server: buildServer,
  portal: () => buildForBrowsers("apps/portal"),
  "public-page": () => buildForBrowsers("apps/public-page"),
  extension: () => runQuietly("wxt/bin/wxt.mjs", ["build"], at("apps/extension")),
};

async function buildPart(part) {
  if (!existsSync(at(part.entry))) return print(`  ${part.name}: nothing to build yet (${part.entry} is missing)`);
  if (!isForced && isCurrent(part)) return print(`  ${part.name}: up to date`);
  const startedAt = performance.now();
  // Computed before the build: a file that changes during the build makes the part stale.
  const { quick, contents } = fingerprint(part);
  const bytes = contents();
  await BUILDERS[part.name]();
  if (!existsSync(at(part.output))) throw new Error(`the build ended without ${part.output}`);
  remember(part, quick, bytes);
  print(`  ${part.name}: built in ${since(startedAt)}`);
}

ensureInstalled();
hopToModernNode();
const unknown = asked.filter((name) => !(name in BUILDERS));
if (unknown.length > 0) fail(`There is no part named ${unknown.join(", ")}. Parts: ${Object.keys(BUILDERS).join(", ")}.`);
print("Building …");
const parts = PARTS.filter((part) => asked.length === 0 || asked.includes(part.name));
const results = await Promise.allSettled(parts.map(buildPart));
const failures = results.flatMap((result, index) =>
  result.status === "rejected" ? [`\n${parts[index].name} could not be built: ${result.reason?.message ?? result.reason}`] : [],
);
if (failures.length > 0) fail(failures.join("\n"));
