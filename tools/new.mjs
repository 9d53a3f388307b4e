// `npm run new <nouns> [noun]`: writes the skeleton of a server slice (contract, table, policy, module) with a failing test.
// `npm run new language <tag>`: writes the files of a new language, to be translated.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { newLanguage } from "./new/language.mjs";
import { sliceFiles } from "./new/slice.mjs";
import { ensureInstalled, fail, hopToModernNode, ROOT, print, toolEnv } from "./runtime.mjs";

ensureInstalled();
hopToModernNode();

const [nouns, given] = process.argv.slice(2);
if (nouns === "language") {
  newLanguage(given ?? "");
  process.exit();
}
if (!nouns || !/^[a-z]+(-[a-z]+)*s$/u.test(nouns))
  fail("Usage: npm run new <nouns> [noun] - a kebab-case plural such as comments or saved-searches.");
const noun = given ?? (nouns.endsWith("ies") ? `${nouns.slice(0, -3)}y` : nouns.slice(0, -1));
const camel = (text) => text.replace(/-([a-z])/gu, (_, letter) => letter.toUpperCase());
const pascal = (text) => camel(text).replace(/^./u, (letter) => letter.toUpperCase());
const names = {
  nouns,
  noun,
  camels: camel(nouns),
  camel: camel(noun),
  Pascals: pascal(nouns),
  Pascal: pascal(noun),
  snake: nouns.replaceAll("-", "_"),
};

const files = sliceFiles(names);
const taken = Object.keys(files).filter((file) => existsSync(path.join(ROOT, file)));
if (taken.length > 0) fail(`There already is ${taken.join(", ")}.`);
for (const [file, text] of Object.entries(files)) {
  mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
  writeFileSync(path.join(ROOT, file), text);
  print(`wrote ${file}`);
}

const woven = [];

/** Changes a file that lists all slices. When its shape is unexpected, prints what to write by hand. */
function weave(file, steps) {
  const full = path.join(ROOT, file);
  let text = readFileSync(full, "utf8");
  for (const [pattern, replacement] of steps) {
    if (!pattern.test(text)) return print(`Add by hand to ${file}: ${replacement.replaceAll(/\$[&\d]/gu, "").trim()}`);
    text = text.replace(pattern, replacement);
  }
  writeFileSync(full, text);
  woven.push(file);
  print(`changed ${file}`);
}

weave("packages/contract/src/index.ts", [[/export \* from "\.\/contract\.ts";/u, `export * from "./${nouns}.contract.ts";\n$&`]]);
weave("packages/contract/src/contract.ts", [
  [/import type \{ Route \}/u, `import * as ${names.camels} from "./${nouns}.contract.ts";\n$&`],
  [/,?\s*\]\.flatMap\(/u, `, ${names.camels}].flatMap(`],
]);
weave("apps/server/src/platform/db/schema/index.ts", [[/$/u, `export * from "./${nouns}.table.ts";\n`]]);
weave("apps/server/src/composition.ts", [
  [/import \{ createMedia \}/u, `import { create${names.Pascals} } from "./library/${nouns}/index.ts";\n$&`],
  [/\n {2}return \{\s/u, `\n  const ${names.camels} = create${names.Pascals}(ports, { memberships });$&${names.camels}, `],
]);
// Names of other lengths break lines differently than in the templates.
const written = [...Object.keys(files), ...woven];
const formatting = spawnSync(process.execPath, ["node_modules/oxfmt/bin/oxfmt", ...written], {
  cwd: ROOT,
  env: toolEnv(),
  stdio: ["ignore", "ignore", "inherit"],
});
if (formatting.status !== 0) fail("The new files could not be formatted: `npm run format` says why.");
print(
  `\nNext: shape the table, then \`npm run gen\` writes its migration; \`npm test -- --only api ${nouns}\` shows the test that waits for you.`,
);
