// The parts to build, the sources of each, and whether it is current. Runs on Node 20 without dependencies.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CACHE, folder, mayWrite, ROOT } from "./runtime.mjs";

/** Sources of every part. */
const SHARED = [
  "package-lock.json",
  "tools/build.mjs",
  "tools/external-packages.mjs",
  "tools/parts.mjs",
  "packages/contract/src",
  "packages/i18n/src",
  "packages/paging/src",
];
const INTERFACE = [
  "packages/client/src",
  "packages/ui/src",
  "packages/ui/css-directions.config.ts",
  "packages/ui/early-compilation.config.ts",
  "packages/editor/src",
  "packages/video-editor/src",
  "packages/recorder/src",
  "packages/board/src",
  "packages/watch/src",
  ...SHARED,
];

/** All parts: `entry` must exist for a part to be built, `output` shows that it was built. */
export const PARTS = [
  {
    name: "server",
    entry: "apps/server/src/main.ts",
    output: "apps/server/dist/main.js",
    inputs: ["apps/server/package.json", "apps/server/src", "packages/editor/src/core", "packages/video-editor/src/core", ...SHARED],
  },
  {
    name: "portal",
    entry: "apps/portal/index.html",
    output: "apps/portal/dist/index.html",
    inputs: [
      "index.html",
      "package.json",
      "vite.config.ts",
      "early-head.config.ts",
      "early-texts.config.ts",
      "first-paint.config.ts",
      "help-articles.config.ts",
      "initial-code.config.ts",
      "board-assets.config.ts",
      "postcss.config.mjs",
      "public",
      "src",
    ]
      .map((file) => `apps/portal/${file}`)
      .concat(INTERFACE),
  },
  {
    name: "public-page",
    entry: "apps/public-page/vite.config.ts",
    output: "apps/public-page/dist/.vite/manifest.json",
    inputs: ["package.json", "vite.config.ts", "src"].map((file) => `apps/public-page/${file}`).concat(INTERFACE),
  },
  {
    name: "extension",
    entry: "apps/extension/wxt.config.ts",
    output: "apps/extension/.output/chrome-mv3/manifest.json",
    inputs: ["package.json", "wxt.config.ts", "postcss.config.mjs", "public", "entrypoints", "src"]
      .map((file) => `apps/extension/${file}`)
      .concat(INTERFACE),
  },
];

const IGNORED = /(^|\/)(node_modules|dist|\.output|\.wxt)(\/|$)|\.(?:test|fixture)\.tsx?$/u;

function filesOf(input) {
  const full = path.join(ROOT, input);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [{ name: input, size: stat.size, mtimeMs: stat.mtimeMs }];
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) => !IGNORED.test(`${input}/${entry.name}`))
    .flatMap((entry) => filesOf(`${input}/${entry.name}`));
}

const digest = (text) => createHash("sha256").update(text).digest("hex");
const stampOf = (part) => path.join(CACHE, "build", `${part.name}.json`);

/** Returns fingerprints of a part's current sources: `quick` from sizes and times, `contents()` from the bytes. */
export function fingerprint(part) {
  const files = part.inputs.flatMap(filesOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    quick: digest(files.map((file) => `${file.name} ${file.size} ${file.mtimeMs}`).join("\n")),
    contents: () => digest(files.map((file) => `${file.name} ${digest(readFileSync(path.join(ROOT, file.name)))}`).join("\n")),
  };
}

/** Stores that a part was built from these sources. */
export function remember(part, quick, contents) {
  folder(CACHE, "build");
  writeFileSync(stampOf(part), JSON.stringify({ quick, contents }));
}

/** Returns whether the output of a part exists and was built from the current sources (times may differ, bytes may not). */
export function isCurrent(part) {
  if (!existsSync(path.join(ROOT, part.output)) || !existsSync(stampOf(part))) return false;
  const { quick, contents } = JSON.parse(readFileSync(stampOf(part), "utf8"));
  const now = fingerprint(part);
  if (now.quick === quick) return true;
  if (now.contents() !== contents) return false;
  if (mayWrite(stampOf(part))) remember(part, now.quick, contents);
  return true;
}

/** Returns the existing parts that are not current. */
export function stalePartsOf(names = PARTS.map((part) => part.name)) {
  return PARTS.filter((part) => names.includes(part.name) && existsSync(path.join(ROOT, part.entry)) && !isCurrent(part));
}
