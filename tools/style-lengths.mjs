// Refuses style sheets and SQL files of more than 400 lines. The linter has the same limit for code. Part of `npm run check`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fail, print, ROOT } from "./runtime.mjs";

const LINES_MAX = 400;

/** Returns the number of lines of a text that ends with a line break. */
export const lineCount = (text) => text.split("\n").length - 1;
export const isTooLong = (text) => lineCount(text) > LINES_MAX;

// The check proves itself on planted texts first.
assert.equal(isTooLong("a\n".repeat(LINES_MAX)), false);
assert.equal(isTooLong("a\n".repeat(LINES_MAX + 1)), true);

const files = execFileSync("git", ["ls-files", "*.css", "*.sql"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  // Migrations and dumps of databases are generated and never change.
  .filter((file) => file !== "" && !/\/(?:migrations|fixtures)\//u.test(file) && existsSync(path.join(ROOT, file)));
const tooLong = files.filter((file) => isTooLong(readFileSync(path.join(ROOT, file), "utf8")));
if (tooLong.length > 0) fail(`More than ${LINES_MAX} lines. Split by subject:\n  ${tooLong.join("\n  ")}`);
print(`${files.length} style sheets and SQL files have at most ${LINES_MAX} lines.`);
