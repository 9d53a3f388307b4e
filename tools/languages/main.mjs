// Checks that every available language has exactly the keys of English and no English text, a guide, texts of the extension's manifest, and
// the terms of its guide, and that every English text is used and has no retired word. Part of `npm run check`.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { TRANSLATED } from "../../packages/i18n/src/index.ts";
import { parityProblems } from "../../packages/i18n/src/parity.ts";
import { fail, ROOT, print } from "../runtime.mjs";
import { leftEnglish, manifestProblems } from "./left-english.mjs";
import { retiredWords } from "./retired-words.mjs";
import { TERM_EXCEPTIONS } from "./term-exceptions.mjs";
import { termProblems, textPairs } from "./terms.mjs";
import { unusedKeys } from "./unused-keys.mjs";

const TEXTS = path.join(ROOT, "packages/i18n/src");

/** Code that may read texts: sources without tests. */
const SOURCE = /^(?:apps|packages)\/(?!i18n\/).*(?<!\.test)\.(?:ts|tsx|js)$/u;

function readSources() {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: ROOT, encoding: "utf8", maxBuffer: 64e6 });
  const files = stdout.split("\0").filter((name) => SOURCE.test(name) && existsSync(path.join(ROOT, name)));
  return files.map((name) => readFileSync(path.join(ROOT, name), "utf8")).join("\n");
}

function readNamespaces(language) {
  const folder = path.join(TEXTS, language);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [path.parse(name).name, JSON.parse(readFileSync(path.join(folder, name), "utf8"))]),
  );
}

/** Returns the guide of a language; empty without one, which is reported separately. */
function guideOf(language) {
  const file = path.join(ROOT, "docs/languages", `${language}.md`);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

const english = readNamespaces("en");
const others = TRANSLATED.filter((language) => language !== "en");
const unused = unusedKeys(english, readSources()).map((key) => `Nothing uses the text ${key}. Remove it.`);
const problems = [
  ...parityProblems(TEXTS),
  ...others.flatMap((language) => leftEnglish(language, english, readNamespaces(language))),
  ...others.flatMap((language) => termProblems(language, textPairs(english, readNamespaces(language)), guideOf(language), TERM_EXCEPTIONS)),
  ...others
    .filter((language) => !existsSync(path.join(ROOT, "docs/languages", `${language}.md`)))
    .map((language) => `docs/languages/${language}.md is missing: the guide of tone and terms.`),
  ...manifestProblems(path.join(ROOT, "apps/extension/public/_locales"), TRANSLATED),
  ...unused,
  ...retiredWords(english),
];
if (problems.length > 0) fail(problems.join("\n"));
print("Every language is complete and uses its terms, every text is used, and English has no retired word.");
