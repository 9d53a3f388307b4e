import { expect, it } from "vitest";
import { formatCount, INTERPOLATION } from "./index.ts";

const fill = (value: unknown, key: string, language = "en", format?: string): string =>
  INTERPOLATION.format(value, format, language, { interpolationkey: key });

it("groups counts and numbers that are marked, in the language's form with Latin digits, and nothing else", () => {
  expect([fill(1_000, "count"), fill(12_345, "limit", "de", "number"), fill(1_000, "count", "ar")]).toEqual(["1,000", "12.345", "1,000"]);
  expect([fill(1_920, "width"), fill("1000", "count"), fill(undefined, "name")]).toEqual([1_920, "1000", undefined]);
  expect(formatCount(1_234_567, "fr")).toBe("1\u202f234\u202f567");
});
