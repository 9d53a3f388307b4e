// `npm run check`: format, lint with import boundaries and their self-test, types, languages, generated files. Two steps at a time.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { CACHE, ensureInstalled, hopToModernNode, print, ROOT, since, toolEnv } from "./runtime.mjs";

const TYPED = [
  "packages/contract",
  "packages/i18n",
  "packages/paging",
  "packages/client",
  "packages/ui",
  "packages/editor",
  "packages/video-editor",
  "packages/recorder",
  "packages/board",
  "packages/watch",
  "apps/server",
  "apps/server/src/platform/ports/drawing/worker",
  "apps/portal",
  "apps/extension",
  "apps/public-page",
  "testing",
  ".",
];

const buildInfoOf = (home) => path.join(CACHE, "types", `${home === "." ? "root" : home.replaceAll("/", "-")}.tsbuildinfo`);

/** All steps: a program of the repository with its arguments. `needs` is a file without which there is nothing to check yet. */
const STEPS = [
  { name: "lint", args: ["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"] },
  { name: "import boundaries self-test", args: ["tools/boundaries-selftest/main.mjs"] },
  { name: "terminology", args: ["tools/terminology/main.mjs"] },
  { name: "terminology self-test", args: ["tools/terminology/selftest.mjs"] },
  { name: "reasons of lint exceptions", args: ["tools/disable-reasons.mjs"] },
  { name: "lengths of style sheets and SQL", args: ["tools/style-lengths.mjs"] },
  { name: "objects of Intl at load", args: ["tools/intl-at-load.mjs"] },
  { name: "commit titles", args: ["tools/commits/main.mjs"] },
  { name: "commit titles self-test", args: ["tools/commits/selftest.mjs"] },
  { name: "import cycles", args: ["tools/imports/main.mjs"] },
  { name: "import cycles self-test", args: ["tools/imports/selftest.mjs"] },
  { name: "SQL from strings", args: ["tools/sql-statements/main.mjs"] },
  { name: "SQL from strings self-test", args: ["tools/sql-statements/selftest.mjs"] },
  { name: "migrations", args: ["tools/migrations/main.mjs"] },
  { name: "migrations self-test", args: ["tools/migrations/selftest.mjs"] },
  { name: "unused code", args: ["node_modules/knip/bin/knip.js", "--no-progress", "--no-config-hints"] },
  { name: "format", args: ["node_modules/oxfmt/bin/oxfmt", "--check"] },
  { name: "languages", args: ["tools/languages/main.mjs"], needs: "packages/i18n/src/parity.ts" },
  { name: "languages self-test", args: ["tools/languages/selftest.mjs"] },
  { name: "generated files", args: ["tools/gen.mjs", "--check"] },
  ...TYPED.map((home) => ({
    name: `types of ${home === "." ? "e2e and bench" : home}`,
    // Build information makes a second check read only what has changed since the first.
    args: ["node_modules/typescript/bin/tsc", "-p", home, "--pretty", "false", "--incremental", "--tsBuildInfoFile", buildInfoOf(home)],
    needs: `${home}/tsconfig.json`,
  })),
];

function runStep({ name, args, needs }) {
  if (needs && !existsSync(path.join(ROOT, needs))) {
    print(`  -  ${name}: nothing to check yet (${needs} is missing)`);
    return true;
  }
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: toolEnv({ FORCE_COLOR: "0" }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
    child.on("error", (error) => (output += error.message));
    child.on("close", (code) => {
      print(code === 0 ? `  ok ${name} (${since(startedAt)})` : `\nFAILED ${name} (${since(startedAt)})\n${output.trimEnd()}\n`);
      resolve(code === 0);
    });
  });
}

/**
 * Runs every step and returns how many passed and failed.
 * @param atOnce number of steps that run in parallel
 */
export async function runChecks(atOnce = 2) {
  print("Checking …");
  const waiting = [...STEPS];
  const results = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await runStep(step));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureInstalled();
  hopToModernNode();
  const startedAt = performance.now();
  const { passed, failed } = await runChecks();
  print(`${passed} passed, ${failed} failed in ${since(startedAt)}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
