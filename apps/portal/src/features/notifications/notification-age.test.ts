import { expect, test } from "vitest";
import { notificationAge } from "./notification-age.ts";

test("an age is relative for a week, then a date, with Latin digits in every language", () => {
  const now = Date.parse("2026-11-24T12:00:00Z");
  const age = (ms: number, language = "en"): string => notificationAge(new Date(now - ms).toISOString(), now, language);
  expect([0, 59_000, 60_000, 3_599_000, 3_600_000, 86_400_000, 3 * 86_400_000].map((ms) => age(ms))).toEqual([
    "now",
    "now",
    "1 min. ago",
    "59 min. ago",
    "1 hr. ago",
    "yesterday",
    "3 days ago",
  ]);
  expect(age(8 * 86_400_000)).toBe("Nov 16, 2026");
  expect(age(-5_000)).toBe("now");
  expect(age(5 * 60_000, "ar")).toMatch(/5/u);
});
