import { expect, test } from "vitest";
import { endOfDay, inDays } from "./expiry.ts";

const now = new Date(2026, 10, 21, 12, 0, 0);

test("days from now keep the hour", () => {
  expect(new Date(inDays(7, now))).toEqual(new Date(2026, 10, 28, 12, 0, 0));
});

test("a chosen day counts to its end; days that are over are no choice", () => {
  expect(endOfDay("2026-11-21", now)).toBe(new Date(2026, 10, 21, 23, 59, 59, 999).toISOString());
  expect(endOfDay("2026-11-20", now)).toBeNull();
  expect(endOfDay("", now)).toBeNull();
});
