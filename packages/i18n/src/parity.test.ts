import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { directionOf, LANGUAGES, TRANSLATED } from "./index.ts";
import { parityProblems } from "./parity.ts";

const made: string[] = [];
afterEach(() => made.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

function catalogues(files: Record<string, object>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "stillreel-parity-"));
  made.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), JSON.stringify(content));
  }
  return folder;
}

test("every available language has exactly the keys of English", () => {
  expect(parityProblems(import.meta.dirname)).toEqual([]);
});

test("the languages offered are those whose catalogues stand", () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((folder) => folder.name).toSorted()).toEqual([...TRANSLATED].toSorted());
});

test("a missing key, an unknown key and a lost placeholder are found", () => {
  const folder = catalogues({
    "en/common.json": { a: "Hello {{name}}", b: { c: "See <b>this</b>" }, d: "Bye" },
    "de/common.json": { a: "Hallo {{nam}}", b: { c: "Sieh <b>das</b>" }, e: "Neu" },
  });
  expect(parityProblems(folder)).toEqual([
    'de/common.json: "a" holds {{nam}} instead of {{name}}.',
    'de/common.json: "d" is missing.',
    'de/common.json: "e" is not in English.',
  ]);
});

test("a language has its own plural forms, all of them", () => {
  const english = { files_one: "{{count}} file", files_other: "{{count}} files" };
  const russian = {
    files_one: "{{count}} файл",
    files_few: "{{count}} файла",
    files_many: "{{count}} файлов",
    files_other: "{{count}} файла",
  };
  expect(parityProblems(catalogues({ "en/common.json": english, "ru/common.json": russian }))).toEqual([]);
  expect(parityProblems(catalogues({ "en/common.json": english, "ru/common.json": english }))).toEqual([
    'ru/common.json: "files_few" is missing.',
    'ru/common.json: "files_many" is missing.',
  ]);
});

test("a plural form for exactly one number may leave out the digit, others may not", () => {
  const english = { files_one: "{{count}} of {{total}} files", files_other: "{{count}} of {{total}} files" };
  const hebrew = { files_one: "קובץ אחד מתוך {{total}}", files_two: "שני קבצים", files_other: "קבצים מתוך {{total}}" };
  expect(parityProblems(catalogues({ "en/common.json": english, "he/common.json": hebrew }))).toEqual([
    'he/common.json: "files_two" holds no placeholders instead of {{count}} {{total}}.',
    'he/common.json: "files_other" holds {{total}} instead of {{count}} {{total}}.',
  ]);
  const russian = {
    files_one: "файл из {{total}}",
    files_few: english.files_other,
    files_many: english.files_other,
    files_other: english.files_other,
  };
  expect(parityProblems(catalogues({ "en/common.json": english, "ru/common.json": russian }))).toEqual([
    'ru/common.json: "files_one" holds {{total}} instead of {{count}} {{total}}.',
  ]);
});

test("a language with only some files is partial", () => {
  const folder = catalogues({ "en/common.json": {}, "en/auth.json": {}, "fr/common.json": {} });
  expect(parityProblems(folder)).toEqual(["fr/auth.json is missing."]);
});

test("thirteen languages, two of them from right to left", () => {
  expect(LANGUAGES).toHaveLength(13);
  expect(LANGUAGES.filter((language) => directionOf(language.tag) === "rtl").map((language) => language.tag)).toEqual(["ar", "he"]);
  expect(directionOf("ar-EG")).toBe("rtl");
});

test("every error code of the catalogue has its sentence", () => {
  // Read as text: this package imports nothing, not even the contract.
  const source = readFileSync(path.join(import.meta.dirname, "../../contract/src/errors.ts"), "utf8");
  const codes = [...source.matchAll(/^ {2}"?([a-z-]+)"?: \{\s+status:/gmu)].map((match) => match[1]);
  const texts = JSON.parse(readFileSync(path.join(import.meta.dirname, "en/errors.json"), "utf8")) as Record<string, string>;
  expect(codes.length).toBeGreaterThan(20);
  expect([...codes, "offline", "bad-answer"].toSorted()).toEqual(Object.keys(texts).toSorted());
});
