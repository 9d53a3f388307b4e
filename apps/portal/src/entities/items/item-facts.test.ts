import { expect, test } from "vitest";
import { formatCount } from "@stillreel/i18n";
import { formatDay, formatDimensions, formatType } from "./item-facts.ts";

test("days read MMM DD, YYYY in English and keep Latin digits elsewhere", () => {
  expect(formatDay("2026-09-08T12:00:00.000Z", "en")).toBe("Sep 08, 2026");
  expect(formatDay("2026-09-18T12:00:00.000Z", "ar")).toMatch(/2026/);
  expect(formatCount(1234, "ar")).toMatch(/^1.?234$/);
});

test("types and dimensions", () => {
  expect(formatType("image/jpeg")).toBe("JPG");
  expect(formatType("image/avif")).toBe("AVIF");
  expect(formatDimensions(1280, 800)).toBe("1280 × 800");
  expect(formatDimensions(null, 800)).toBeNull();
});
