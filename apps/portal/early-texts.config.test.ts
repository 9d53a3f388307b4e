import { TRANSLATED } from "@stillreel/i18n";
import { expect, test } from "vitest";
import { earlyFilesOf } from "./early-texts.config.ts";

const FONTS = [
  "arabic-400.woff2",
  "arabic-500.woff2",
  "arabic-600.woff2",
  "onest-cyrillic-wght.woff2",
  "onest-latin-ext-wght-normal.woff2",
  "noto-sans-hebrew-hebrew-wght-normal.woff2",
];
const bundle = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`assets/hash-${name}`, { type: "asset" as const, names: [name] }]));
const COMPLETE = bundle([...TRANSLATED.map((tag) => `${tag}.texts.json`), ...FONTS, "ibm-plex-sans-arabic-arabic-400-normal.woff2"]);

test("each language other than English has its texts and its fonts, and none of another language", () => {
  const files = earlyFilesOf(COMPLETE);
  expect(Object.keys(files)).toEqual(TRANSLATED.filter((tag) => tag !== "en"));
  expect(files["de"]).toEqual(["/assets/hash-de.texts.json"]);
  expect(files["ar"]).toEqual(["ar.texts.json", ...FONTS.slice(0, 3)].map((name) => `/assets/hash-${name}`));
  expect(files["he"]?.[1]).toBe("/assets/hash-noto-sans-hebrew-hebrew-wght-normal.woff2");
});

test("a build without the texts or a font of a language fails", () => {
  const without = (name: string) => Object.fromEntries(Object.entries(COMPLETE).filter(([file]) => !file.endsWith(name)));
  expect(() => earlyFilesOf(without("zh.texts.json"))).toThrow("zh.texts.json");
  expect(() => earlyFilesOf(without("arabic-600.woff2"))).toThrow("arabic-600");
});
