import { expect, test } from "vitest";
import { formatDay } from "./format-date.ts";

test("the English form is the one of Intl, in each month", () => {
  const format = new Intl.DateTimeFormat("en-u-nu-latn", { month: "short", day: "2-digit", year: "numeric" });
  for (let month = 0; month < 12; month += 1) {
    const day = new Date(2026, month, 1 + month * 2, 12);
    expect(formatDay(day.toISOString(), "en")).toBe(format.format(day));
  }
});

test("a text that is not a date is refused in every language", () => {
  for (const language of ["en", "de"]) expect(() => formatDay("soon", language)).toThrow(RangeError);
});
