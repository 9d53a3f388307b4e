import { expect, test } from "vitest";
import { endOf } from "./expiry.ts";

const NOW = new Date("2026-11-28T10:00:00.000Z");

test("a token ends after a number of days, at the end of a chosen day, or never", () => {
  expect(endOf("30", "", NOW)).toBe("2026-12-28T10:00:00.000Z");
  expect(endOf("365", "", NOW)).toBe("2027-11-28T10:00:00.000Z");
  expect(endOf("never", "", NOW)).toBeNull();
  expect(endOf("date", "2027-01-31", NOW)).toBe(new Date("2027-01-31T23:59:59.999").toISOString());
});

test("no day, an impossible day and a day in the past are no end", () => {
  for (const date of ["", "2026-13-45", "2026-11-26"]) expect(endOf("date", date, NOW)).toBeUndefined();
});
