// `node tools/terminology/main.mjs` refuses the banned words of docs/glossary.md in names, comments, docs and test titles.
// `--report` counts the violations of all paths; `--report packages/ui` lists those below a path.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fail, ROOT, print } from "../runtime.mjs";
import { checkTerms } from "./check-terms.mjs";
import { EXCEPTIONS } from "./exceptions.mjs";
import { SKIPPED } from "./skipped.mjs";
import { parseVocabulary } from "./vocabulary.mjs";

const reportAt = process.argv.indexOf("--report");
const isReport = reportAt !== -1;
const below = isReport ? process.argv[reportAt + 1] : undefined;

const describe = ({ file, line, word, name, replacement }) => `${file}:${line}: “${word}”${name ? ` in “${name}”` : ""} → ${replacement}`;

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 ** 2 })
  .split("\n")
  .filter((file) => file !== "" && !SKIPPED.test(file) && existsSync(path.join(ROOT, file)))
  .filter((file) => !isReport || file.startsWith(below ?? ""));
const vocabulary = parseVocabulary(readFileSync(path.join(ROOT, "docs/glossary.md"), "utf8"));
const found = checkTerms({ root: ROOT, files, vocabulary, exceptions: EXCEPTIONS });
const { violations } = found;

if (below) for (const violation of violations) print(describe(violation));
else if (isReport) {
  const counts = new Map();
  for (const { file } of violations) {
    const area = file.split("/").slice(0, 2).join("/");
    counts.set(area, (counts.get(area) ?? 0) + 1);
  }
  for (const [area, count] of [...counts].toSorted((a, b) => b[1] - a[1])) print(`${String(count).padStart(6)} ${area}`);
}

const unused = isReport ? [] : found.unusedExceptions;

if (isReport) print(`${violations.length} banned words in ${files.length} files.`);
else if (violations.length > 0) fail(`Banned words (docs/glossary.md has the reasons):\n  ${violations.map(describe).join("\n  ")}`);
else if (unused.length > 0) fail(`Exceptions that no violation needs:\n  ${unused.map((entry) => JSON.stringify(entry)).join("\n  ")}`);
else print(`${files.length} files have no banned words.`);
