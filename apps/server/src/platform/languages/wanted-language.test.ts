import { expect, test } from "vitest";
import { askedLanguages, wantedLanguage } from "./wanted-language.ts";

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
  [{ query: "de", cookie: "fr", account: "it", acceptLanguage: "nl" }, "de"],
  [{ cookie: "fr", account: "it", acceptLanguage: "nl" }, "fr"],
  [{ account: "it", acceptLanguage: "nl" }, "it"],
  [{ acceptLanguage: "nl" }, "nl"],
  [{ query: "xx", cookie: "%00", account: "zh", acceptLanguage: "nl" }, "zh"],
  [{}, "en"],
])("the wanted language of %j is %s", (asked, language) => {
  expect(wantedLanguage(asked, "en")).toBe(language);
});

test.each([
  [{ query: { lng: "de" }, headers: {} }, "de"],
  [{ query: { lng: ["de", "fr"] }, headers: { cookie: "a=b; i18next=fr" } }, "fr"],
  [{ query: undefined, headers: { cookie: "xi18next=fr; i18next=ar;c=d" } }, "ar"],
  [{ query: {}, headers: { cookie: "i18next=; x=i18next", "accept-language": "pl" } }, "pl"],
])("a request %j asks for %s", (request, language) => {
  expect(wantedLanguage(askedLanguages(request), "en")).toBe(language);
});

test.each([
  [{}, "de"],
  [{ query: "xx", cookie: "", account: "fi", acceptLanguage: "fi, *;q=0.1" }, "de"],
  [{ acceptLanguage: "fi, en;q=0.1" }, "en"],
])("without a known language, %j gets the default: %s", (asked, language) => {
  expect(wantedLanguage(asked, "de")).toBe(language);
});
