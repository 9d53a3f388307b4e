// Refuses objects of `Intl` that code of browsers creates while it is loaded: the first of a kind takes 10 to 50 ms to load its rules, and four
// times as long on a phone. `lazily` (apps/portal/src/platform/lazily.ts) creates them when they are used. Part of `npm run check`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fail, print, ROOT } from "./runtime.mjs";

// The formatter puts statements of a module at the start of a line.
const AT_LOAD = /^(?:export )?(?:const|let|var) [^=\n]+=\s*new Intl\./gmu;

/** Returns the numbers (from 1) of the lines whose statements create an object of `Intl` when the module is loaded. */
export const linesAtLoad = (code) => [...code.matchAll(AT_LOAD)].map(({ index }) => code.slice(0, index).split("\n").length);

// The check proves itself on planted lines first.
assert.deepEqual(linesAtLoad('const a = new Intl.Collator("und");\n  const b = new Intl.Collator("und");'), [1]);
assert.deepEqual(linesAtLoad('\nconst long =\n  new Intl.Collator("und");'), [2]);
assert.deepEqual(linesAtLoad("export const c: Intl.Segmenter = new Intl.Segmenter();"), [1]);
assert.deepEqual(linesAtLoad("const d = lazily(() => new Intl.Collator());\nconst e = () => new Intl.Collator();"), []);

const files = execFileSync("git", ["ls-files", "packages/*.ts", "packages/*.tsx", "apps/*.ts", "apps/*.tsx"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && !/^apps\/server\/|\.test\.tsx?$/u.test(file) && existsSync(path.join(ROOT, file)));
const found = files.flatMap((file) => linesAtLoad(readFileSync(path.join(ROOT, file), "utf8")).map((line) => `${file}:${line}`));
if (found.length > 0) fail(`Objects of Intl that are created while the code is loaded:\n  ${found.join("\n  ")}`);
print(`${files.length} files of browsers create no objects of Intl while they are loaded.`);
