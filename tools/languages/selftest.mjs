// Proves that the check of unused texts finds them and accepts each form of use.
import assert from "node:assert/strict";
import { print } from "../runtime.mjs";
import { leftEnglish } from "./left-english.mjs";
import { retiredWords } from "./retired-words.mjs";
import { termProblems, textPairs } from "./terms.mjs";
import { unusedKeys } from "./unused-keys.mjs";

const TEXTS = {
  library: { title: "Library", empty: { heading: "Empty" }, items_one: "{{count}} item", items_other: "{{count}} items" },
  errors: { "not-found": "Not found", forbidden: "Forbidden" },
  recorder: { bar: { stop: "Stop", pause: "Pause" } },
};
const ALL = [
  "library:title",
  "library:empty.heading",
  "library:items",
  "errors:not-found",
  "errors:forbidden",
  "recorder:bar.stop",
  "recorder:bar.pause",
];

/** Sources, and the keys that they use. */
const CASES = [
  ["", []],
  ['t("title")', ["library:title"]],
  ['t("library:title")', ["library:title"]],
  ['t("empty")', []],
  ["t('empty.heading')", ["library:empty.heading"]],
  ['t("items", { count })', ["library:items"]],
  ["t(`empty.${part}`)", ["library:empty.heading"]],
  ["texts.stop", ["recorder:bar.stop"]],
  ["texts[`${kind}use`]", ["recorder:bar.pause"]],
  ["const forbidden = true;", []],
];
for (const [source, used] of CASES)
  assert.deepEqual(
    unusedKeys(TEXTS, source),
    ALL.filter((key) => !used.includes(key)),
    source,
  );
const WORDS = {
  library: { empty: { images: { title: "Take your first still" } }, what: "3 stills", wait: "It is still uploading." },
  errors: { unauthenticated: "Please log in to continue.", ended: "Nobody is here." },
  watch: { player: { pictureInPicture: "Picture in picture" }, hint: "Click the picture.", quoted: "Type “delete all”." },
};
assert.deepEqual(
  retiredWords(WORDS).map((line) => line.split(" ")[2]),
  ["library:what", "errors:ended", "watch:hint", "watch:quoted"],
);
assert.deepEqual(
  leftEnglish(
    "ru",
    { library: { find: "Find in all folders", items_other: "{{count}} more items", ok: "OK", name: "Stillreel" } },
    {
      library: {
        find: "Find in all folders",
        items_few: "{{count}} more items",
        items_other: "ещё {{count}}",
        ok: "OK",
        name: "Stillreel",
      },
    },
  ),
  ['ru/library.json: "find" is still English: Find in all folders', 'ru/library.json: "items_few" is still English: {{count}} more items'],
);

/** A glossary, pairs of English and translated texts, and whether the translation has the term. */
const TERM_CASES = [
  ["| folder, library | Ordner, Bibliothek | |", "Two folders", "Zwei Ordnern", true],
  ["| folder, library | Ordner, Bibliothek | |", "Two folders", "Zwei Verzeichnisse", false],
  ["| folder / library (all items) | папка / библиотека |", "{{count}} folders", "{{count}} папок", true],
  ["| chapter | فصل |", "This video has chapters", "لهذا المقطع فصول", true],
  ["| chapter | فصل |", "This video has chapters", "لهذا المقطع أجزاء", false],
  ["| folder | תיקייה |", "All folders", "כל התיקיות", true],
  ["| transcript / chapter | 文字稿 / 章节 |", "The transcript", "转写文本", false],
  ["| video | Video | |", "A folder {{folder}} of <folder>it</folder>", "Ein Verzeichnis", true],
  ["| workspace | przestrzeń robocza |", "Your workspaces", "Twoje przestrzenie", true],
];
for (const [row, from, to, isRight] of TERM_CASES) {
  const glossary = `# Test\n\n## Glossary\n\n| English | Test |\n|---|---|\n${row}\n\n## Next\n`;
  const found = termProblems("xx", textPairs({ library: { text_other: from } }, { library: { text_few: to } }), glossary);
  assert.equal(found.length === 0, isRight, to);
  assert.deepEqual(termProblems("xx", [{ key: "library:text_few", from, to }], glossary, { "xx library:text": "A reason." }), []);
}

print(`${CASES.length} cases of used and unused texts, 8 of retired words, ${TERM_CASES.length} of terms.`);
