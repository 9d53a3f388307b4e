import { expect, test } from "vitest";
import { pageLanguage, wantedLanguage } from "./languages.ts";

test.each([
  [{ query: "en", cookie: "xx" }, "en"],
  [{ query: "EN-gb" }, "en"],
  [{ query: "xx", cookie: "en" }, "en"],
  [{ query: "en-XB" }, "en-XB"],
  [{ cookie: "en-XB" }, "en"],
  [{ acceptLanguage: "tlh, en;q=0.3, xx;q=0.9" }, "en"],
  [{ acceptLanguage: "en;q=0" }, "en"],
  [{ query: 'en"><script>' }, "en"],
  [{ query: "x".repeat(10_000), acceptLanguage: `${"sq,".repeat(10_000)}en` }, "en"],
  [{ query: "__proto__" }, "en"],
  [{}, "en"],
])("the wanted language of %j is %s", (asked, language) => {
  expect(wantedLanguage(asked)).toBe(language);
});

test("a page has the direction of its texts, and is mirrored for a review", () => {
  expect(pageLanguage("en")).toMatchObject({ code: "en", direction: "ltr" });
  expect(pageLanguage("en-XB")).toMatchObject({ code: "en", direction: "rtl" });
  expect(pageLanguage("xx")).toMatchObject({ code: "en", direction: "ltr" });
});
