import { expect, test } from "vitest";
import { bytesOf, gigabytesOf, kindOf, usedPart } from "./quota.plan.ts";

test("gigabytes are read with a comma or a point, and other texts are refused", () => {
  expect(bytesOf("2")).toBe(2 * 1024 ** 3);
  expect(bytesOf(" 0,5 ")).toBe(512 * 1024 ** 2);
  for (const text of ["", "0", "-1", "1e3", "two", "1.2.3", "Infinity"]) expect(bytesOf(text)).toBeNull();
});

test("a quota is shown as it was typed", () => {
  for (const text of ["2", "0.5", "1.25"]) expect(gigabytesOf(bytesOf(text) ?? 0)).toBe(text);
});

test("null is the default and zero is unlimited", () => {
  expect([kindOf(null), kindOf(0), kindOf(1)]).toEqual(["default", "unlimited", "own"]);
});

test("the used part has a maximum, and does not exist without a quota", () => {
  expect([usedPart(5, 10), usedPart(30, 10), usedPart(5, 0)]).toEqual([0.5, 1, null]);
});
