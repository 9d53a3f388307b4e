// Refuses lint exceptions without a reason: rules that are off in oxlint.config.ts, and disable comments in the code.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import assert from "node:assert/strict";
import { fail, ROOT, print } from "./runtime.mjs";

const DIRECTIVE = /(?:eslint|oxlint)-disable(?:-next-line|-line)?\b/u;
const OFF = /"off"/u;

/** Returns the numbers (from 1) of the lines with a disable comment that gives no reason after ` -- `. */
export const linesWithoutReason = (code) =>
  code.split("\n").flatMap((line, index) => (DIRECTIVE.test(line) && !/ -- \S.*\S/u.test(line) ? [index + 1] : []));

/** Returns the numbers of the lines that switch a rule off without a comment in the line above. */
export const rulesWithoutReason = (config) => {
  const lines = config.split("\n");
  return lines.flatMap((line, index) => (OFF.test(line) && !/^\s*\/\/ \S/u.test(lines[index - 1] ?? "") ? [index + 1] : []));
};

// The check proves itself on planted lines first.
const planted = (reason) => `// ${"eslint"}-disable-next-line no-console${reason}`;
assert.deepEqual(linesWithoutReason(`${planted(" -- the tool reports here")}\n${planted("")}\n${planted(" -- ")}`), [2, 3]);
assert.deepEqual(rulesWithoutReason('// A reason.\n"a": "off",\n"b": "off"'), [3]);

const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs"], { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 ** 2 })
  .split("\n")
  .filter((file) => file !== "" && file !== "tools/disable-reasons.mjs");
const read = (file) => {
  try {
    return readFileSync(path.join(ROOT, file), "utf8");
  } catch {
    return "";
  }
};
const problems = [
  ...files.flatMap((file) => linesWithoutReason(read(file)).map((line) => `${file}:${line}`)),
  ...rulesWithoutReason(read("oxlint.config.ts")).map((line) => `oxlint.config.ts:${line}`),
];
if (problems.length > 0) fail(`Lint exceptions without a reason:\n  ${problems.join("\n  ")}`);
print(`${files.length} files: each lint exception has a reason.`);
