import { expect, it } from "vitest";
import { formatCount, formatPercent, INTERPOLATION, joinList, LANGUAGES } from "./index.ts";

const fill = (value: unknown, key: string, language = "en", format?: string): string =>
  INTERPOLATION.format(value, format, language, { interpolationkey: key });

it("groups counts and numbers that are marked, in the language's form with Latin digits, and nothing else", () => {
  expect([fill(1_000, "count"), fill(12_345, "limit", "de", "number"), fill(1_000, "count", "ar")]).toEqual(["1,000", "12.345", "1,000"]);
  expect([fill(1_920, "width"), fill("1000", "count"), fill(undefined, "name")]).toEqual([1_920, "1000", undefined]);
  expect(formatCount(1_234_567, "fr")).toBe("1\u202f234\u202f567");
});

it("small counts have the same form as those of Intl in every language", () => {
  for (const { tag } of LANGUAGES)
    for (const count of [0, 1, 10, 99, 100, 999, 1_000, 9_999, 10_000, -1, 1.5])
      expect(formatCount(count, tag)).toBe(new Intl.NumberFormat(`${tag}-u-nu-latn`).format(count));
});

it("writes percentages and lists with the signs of the language", () => {
  expect([formatPercent(0.56, "en"), formatPercent(0.56, "de")]).toEqual(["56%", "56\u00a0%"]);
  expect(joinList(["1 member", "2 teams"], "en")).toBe("1 member, 2 teams");
  expect(joinList(["1 个成员", "2 个团队"], "zh")).toBe("1 个成员、2 个团队");
  expect(joinList(["عضو واحد", "فريقان"], "ar")).toBe("عضو واحد، فريقان");
});
