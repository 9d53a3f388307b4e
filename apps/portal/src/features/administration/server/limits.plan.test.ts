import { expect, test } from "vitest";
import { daysOf, gigabytesText, quotaOf } from "./limits.plan.ts";

test("a quota is typed in gigabytes, and an empty field is no limit", () => {
  expect([quotaOf(""), quotaOf("1"), quotaOf("0,5"), quotaOf(" 2.5 ")]).toEqual([0, 1024 ** 3, 1024 ** 3 / 2, 2.5 * 1024 ** 3]);
  for (const typed of ["-1", "1 GB", "1e9", "x", "99999999999"]) expect(quotaOf(typed)).toBeUndefined();
  expect([gigabytesText(0), gigabytesText(1024 ** 3), gigabytesText(1.5 * 1024 ** 3)]).toEqual(["", "1", "1.5"]);
});

test("days are whole numbers from one day to ten years", () => {
  expect([daysOf(""), daysOf("30"), daysOf("3650")]).toEqual([null, 30, 3650]);
  for (const typed of ["0", "-1", "1.5", "3651", "x"]) expect(daysOf(typed)).toBeUndefined();
});
