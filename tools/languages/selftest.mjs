// Proves that the check of unused texts finds them and accepts each form of use.
import assert from "node:assert/strict";
import { print } from "../runtime.mjs";
import { leftEnglish } from "./left-english.mjs";
import { retiredWords } from "./retired-words.mjs";
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

print(`${CASES.length} cases of used and unused texts, 8 of retired words.`);
