// `npm test [-- --only check|unit|e2e] [-- name …]`: prepares the tests, runs everything, ends with "N passed, N failed".
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureChromium } from "./browser.mjs";
import { runChecks } from "./check.mjs";
import { CACHE, ensureInstalled, fail, folder, hopToModernNode, ROOT, say, since, toolEnv } from "./runtime.mjs";

/** Maximum duration of a stage. A stage that takes longer is stopped and counts as failed. */
const STAGE_LIMIT_MS = 35 * 60_000;
const NO_CHROMIUM = "Browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.";
const S3_INSTALLER = "testing/src/s3/install.sh";

const args = process.argv.slice(2);
const onlyAt = args.indexOf("--only");
const only = onlyAt === -1 ? undefined : args.splice(onlyAt, 2)[1];
const STAGES = ["check", "unit", "e2e"];
if (onlyAt !== -1 && !STAGES.includes(only)) fail(`--only takes one of ${STAGES.join(", ")}.`);
const wants = (stage) => only === undefined || only === stage;

/** Counts a stage that could not run as one failure. */
const couldNotRun = (reason) => {
  say(`FAILED ${reason}`);
  return { passed: 0, failed: 1, skipped: 0 };
};

/** Runs the storage suite also against an S3 server if one is available. */
function prepareS3() {
  if (process.env.S3_TEST_URL || !existsSync(path.join(ROOT, S3_INSTALLER))) return;
  const { status, stderr } = spawnSync("sh", [S3_INSTALLER], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 5 * 60_000,
  });
  if (status !== 0) say(`S3 tests are skipped: ${stderr?.trim().split("\n").at(-1) || "the S3 server could not be installed"}`);
}

/** Runs Vitest with one configuration and reads its totals from the JSON report. */
async function runVitest(name, config, env) {
  if (!existsSync(path.join(ROOT, config))) {
    say(`${name}: nothing to run yet (${config} is missing)`);
    return { passed: 0, failed: 0, skipped: 0 };
  }
  const report = path.join(folder(CACHE, "test"), `${name}.json`);
  rmSync(report, { force: true });
  const vitest = [
    path.join(ROOT, "node_modules/vitest/vitest.mjs"),
    "run",
    "--config",
    config,
    "--reporter=default",
    "--reporter=json",
    `--reporter=${path.join(ROOT, "tools/second-tries.mjs")}`,
    `--outputFile.json=${report}`,
    ...args,
  ];
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, vitest, {
      cwd: ROOT,
      env: toolEnv({ NODE_ENV: "test", ...env }),
      stdio: ["ignore", "inherit", "inherit"],
    });
    const stop = setTimeout(() => {
      say(`${name} took longer than ${STAGE_LIMIT_MS / 60_000} minutes and is stopped.`);
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
    }, STAGE_LIMIT_MS);
    child.on("close", (status) => {
      clearTimeout(stop);
      resolve(status ?? 1);
    });
  });
  if (!existsSync(report)) return couldNotRun(`${name}: ended with ${code} and no report`);
  const {
    numPassedTests,
    numFailedTests,
    numPendingTests = 0,
    numTodoTests = 0,
    numFailedTestSuites = 0,
  } = JSON.parse(readFileSync(report, "utf8"));
  // A file that cannot be loaded, or an error outside any test, has no failed test.
  const failed =
    code === 0 ? numFailedTests : Math.max(numFailedTests, numFailedTestSuites > 0 && numFailedTests === 0 ? numFailedTestSuites : 1);
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

function build() {
  return spawnSync(process.execPath, [path.join(ROOT, "tools/build.mjs")], { cwd: ROOT, stdio: "inherit", env: toolEnv() }).status === 0;
}

async function runE2e() {
  const chromium = ensureChromium();
  if (!chromium) return couldNotRun(NO_CHROMIUM);
  if (!build()) return couldNotRun("e2e: the product could not be built");
  return runVitest("e2e", "vitest.e2e.config.ts", { CHROMIUM_PATH: chromium });
}

const startedAt = performance.now();
ensureInstalled();
hopToModernNode();
const sums = [];
if (wants("check")) sums.push(["check", await runChecks()]);
if (wants("unit")) {
  prepareS3();
  sums.push(["unit", await runVitest("unit", "vitest.config.ts", {})]);
}
if (wants("e2e")) sums.push(["e2e", await runE2e()]);

say("");
for (const [name, { passed, failed, skipped }] of sums)
  say(`${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
const total = (key) => sums.reduce((sum, [, result]) => sum + result[key], 0);
say(`took ${since(startedAt)}`);
say(`${total("passed")} passed, ${total("failed")} failed${total("skipped") > 0 ? `, ${total("skipped")} skipped` : ""}`);
process.exitCode = total("failed") > 0 ? 1 : 0;
