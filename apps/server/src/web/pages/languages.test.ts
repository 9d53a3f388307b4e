import { expect, test } from "vitest";
import { pageLanguage } from "./languages.ts";

test("a page has the direction of its texts, and is mirrored for a review", () => {
  expect(pageLanguage("en")).toMatchObject({ code: "en", direction: "ltr" });
  expect(pageLanguage("en-XB")).toMatchObject({ code: "en", direction: "rtl" });
  expect(pageLanguage("xx")).toMatchObject({ code: "en", direction: "ltr" });
});
