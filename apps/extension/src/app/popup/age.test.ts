import { expect, test } from "vitest";
import { ageOf } from "./age.ts";

const NOW = Date.parse("2026-03-10T12:00:00Z");
const ago = (seconds: number): string => new Date(NOW - seconds * 1_000).toISOString();

test("an item of the last minute has no age in numbers", () => {
  expect(ageOf(ago(59), NOW, "en")).toBeNull();
  expect(ageOf(ago(-5), NOW, "en")).toBeNull();
});

test("ages use the largest unit that fits", () => {
  expect(ageOf(ago(60), NOW, "en")).toBe("1 min. ago");
  expect(ageOf(ago(2 * 3_600 + 1), NOW, "en")).toBe("2 hr. ago");
  expect(ageOf(ago(25 * 3_600), NOW, "en")).toBe("yesterday");
});

test("after a week the date is shown, with Latin digits in every language", () => {
  expect(ageOf(ago(8 * 86_400), NOW, "en")).toBe("Mar 2, 2026");
  expect(ageOf(ago(8 * 86_400), NOW, "ar")).toMatch(/2026/u);
  expect(ageOf(ago(180), NOW, "ar")).toMatch(/3/u);
});
