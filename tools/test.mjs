// `npm test [-- --only check|unit|api|e2e|nightly|changed|watch] [-- name …]`: runs the tiers and ends with "N passed, N failed".
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureChromium } from "./browser.mjs";
import { runChecks } from "./check.mjs";
import { CACHE, ensureInstalled, fail, folder, hopToModernNode, print, ROOT, since, toolEnv } from "./runtime.mjs";

/** A tier that takes longer is stopped and counts as failed. */
const TIER_LIMIT_MS = 50 * 60_000;
/**
 * Seconds that each tier may take alone on two cores, and `npm test` as a whole. A longer run is reported and does not fail, since a busy
 * machine is slower.
 */
const BUDGETS = { unit: 60, api: 240, e2e: 360, all: 720 };
const NO_CHROMIUM = "Browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.";
const S3_INSTALLER = "testing/src/s3/install.sh";
const SPEECH_INSTALLER = "testing/src/speech/install.sh";
const TIERS = ["check", "unit", "api", "e2e", "nightly", "changed", "watch"];

const names = process.argv.slice(2);
const onlyAt = names.indexOf("--only");
const only = onlyAt === -1 ? undefined : names.splice(onlyAt, 2)[1];
if (onlyAt !== -1 && !TIERS.includes(only)) fail(`--only takes one of ${TIERS.join(", ")}.`);

/** A tier that could not run counts as one failure. */
const couldNotRun = (reason) => {
  print(`FAILED ${reason}`);
  return { passed: 0, failed: 1, skipped: 0 };
};

/** Runs a program of the dependencies and resolves with its exit code. It is stopped after the limit. */
function run(name, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env: toolEnv(env), stdio: ["ignore", "inherit", "inherit"] });
    const stop = setTimeout(() => {
      print(`${name} took longer than ${TIER_LIMIT_MS / 60_000} minutes and is stopped.`);
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
    }, TIER_LIMIT_MS);
    child.on("close", (status) => {
      clearTimeout(stop);
      resolve(status ?? 1);
    });
  });
}

/** Runs an installer. Prints the reason when it fails. */
function install(script, consequence) {
  if (!existsSync(path.join(ROOT, script))) return;
  const { status, stderr } = spawnSync("sh", [script], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 5 * 60_000,
  });
  if (status !== 0) print(`${consequence}: ${stderr?.trim().split("\n").at(-1) || "it could not be installed"}`);
}

/** The storage suite also runs against an S3 server when one can be installed, and transcripts are tested with spoken words. */
function prepareApi() {
  if (!process.env.S3_TEST_URL) install(S3_INSTALLER, "S3 tests are skipped");
  install(SPEECH_INSTALLER, "Transcripts are tested with tones instead of speech");
}

const VITEST = path.join(ROOT, "node_modules/vitest/vitest.mjs");

/** One text per failed test or unloadable file: its name and the first lines of its message. */
const failuresIn = (report) =>
  report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && status === "failed") return [`${file}\n${firstLines(message)}`];
    return failed.map((test) => `${file} > ${test.fullName}\n${firstLines(test.failureMessages.join("\n"))}`);
  });

const MESSAGE_LINES = 12;
const firstLines = (message) =>
  message
    .split("\n")
    .filter((line) => !line.includes("/node_modules/"))
    .slice(0, MESSAGE_LINES)
    .map((line) => `    ${line}`)
    .join("\n");

/** Runs Vitest and reads the sums from its JSON report. */
async function runVitest(name, options, env = {}) {
  const report = path.join(folder(CACHE, "test"), `${name}.json`);
  rmSync(report, { force: true });
  const reporters = ["default", "json", path.join(ROOT, "tools/slowest-files.mjs")].map((reporter) => `--reporter=${reporter}`);
  const args = [VITEST, "run", ...reporters, `--outputFile.json=${report}`, ...options, ...names];
  const code = await run(name, args, { NODE_ENV: "test", ...env });
  if (!existsSync(report)) return couldNotRun(`${name}: ended with ${code} and no report`);
  const content = JSON.parse(readFileSync(report, "utf8"));
  const { numPassedTests, numFailedTests, numPendingTests = 0, numTodoTests = 0, numFailedTestSuites = 0 } = content;
  // A file that cannot be loaded, or an error outside any test, has no failed test.
  const failed =
    code === 0 ? numFailedTests : Math.max(numFailedTests, numFailedTestSuites > 0 && numFailedTests === 0 ? numFailedTestSuites : 1);
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests, failures: failuresIn(content) };
}

const projects = (...wanted) => wanted.map((project) => `--project=${project}`);
const build = async () => (await run("build", [path.join(ROOT, "tools/build.mjs")])) === 0;

/** With names, the unit and API tests of these files; without, the tests that need neither database nor browser. */
const runUnit = (options = []) => runVitest("unit", [...projects("unit", "dom", ...(names.length > 0 ? ["api"] : [])), ...options]);

/** Environment of tests that start the server: the bundle when this run has built it. */
const serverEnv = (isBuilt) => (isBuilt ? { BUILT_SERVER: "1" } : {});

function runApi(isBuilt = false) {
  prepareApi();
  return runVitest("api", projects("api"), serverEnv(isBuilt));
}

/** Runs browser tests: the projects `stories`, `timed` or both. */
async function runE2e(name, isBuilt, wanted = ["stories", "timed"], env = {}) {
  const chromium = ensureChromium();
  if (!chromium) return couldNotRun(NO_CHROMIUM);
  if (!isBuilt) return couldNotRun(`${name}: the product could not be built`);
  return runVitest(name, ["--config=vitest.e2e.config.ts", ...projects(...wanted)], {
    CHROMIUM_PATH: chromium,
    ...serverEnv(isBuilt),
    ...env,
  });
}

const results = [];

/** Runs one tier and notes its result and its seconds. */
async function tier(name, work) {
  const startedAt = performance.now();
  const result = await work();
  results.push({ name, ...result, seconds: (performance.now() - startedAt) / 1_000 });
}

/** Both cores are busy most of the time: checks beside the build and the unit tests, then two workers. Timed tests run alone. */
async function runAll() {
  let isBuilt = false;
  await Promise.all([
    tier("check", () => runChecks(1)),
    (async () => {
      isBuilt = await build();
      await tier("unit", () => runUnit(["--maxWorkers=1"]));
    })(),
  ]);
  await tier("api", () => runApi(isBuilt));
  await tier("e2e, stories", () => runE2e("stories", isBuilt, ["stories"]));
  await tier("e2e, timed", () => runE2e("timed", isBuilt, ["timed"]));
}

/** With names, the nightly tests of these files; without, all browser tests and the nightly API tests. */
async function runNightly() {
  const areNames = (suffix) => names.length === 0 || names.some((name) => name.includes(suffix) || !name.includes("."));
  if (areNames("api"))
    await tier("nightly, api", () => {
      prepareApi();
      return runVitest("nightly-api", [...projects("nightly"), ...(names.length > 0 ? ["--passWithNoTests"] : [])]);
    });
  if (areNames("e2e")) await tier("nightly, e2e", async () => runE2e("nightly", await build(), undefined, { NIGHTLY: "1" }));
}

/** Runs the unit tests of files that differ from the upstream branch, as before a push. */
const runChanged = () => runUnit(["--changed=@{upstream}", "--passWithNoTests"]);

const SINGLE = {
  check: () => runChecks(),
  unit: () => runUnit(),
  api: () => runApi(),
  e2e: async () => runE2e("e2e", await build()),
  changed: runChanged,
};

const inBudget = (name, seconds) => {
  const budget = BUDGETS[name];
  const isMeasured = names.length === 0 && (only === name || name === "all");
  if (budget === undefined || !isMeasured) return `${seconds.toFixed(0)} s`;
  return `${seconds.toFixed(0)} s of ${budget} s${seconds > budget ? ", OVER BUDGET" : ""}`;
};
const skippedText = (count) => (count > 0 ? `, ${count} skipped` : "");

const startedAt = performance.now();
ensureInstalled();
hopToModernNode();
if (only === "watch") {
  spawnSync(process.execPath, [VITEST, ...projects("unit", "dom"), ...names], { cwd: ROOT, env: toolEnv(), stdio: "inherit" });
  process.exit();
}
if (only === "nightly") await runNightly();
else if (only) await tier(only, SINGLE[only]);
else await runAll();

// The output of a tier can be long or cut off: what failed is repeated at the end.
for (const { name, failures = [] } of results) for (const failure of failures) print(`\nFAILED ${name}: ${failure}`);

print("");
for (const { name, passed, failed, skipped, seconds } of results)
  print(`${name}: ${passed} passed, ${failed} failed${skippedText(skipped)} (${inBudget(name, seconds)})`);
const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
print(`took ${only ? since(startedAt) : inBudget("all", (performance.now() - startedAt) / 1_000)}`);
print(`${total("passed")} passed, ${total("failed")} failed${skippedText(total("skipped"))}`);
process.exitCode = total("failed") > 0 ? 1 : 0;
