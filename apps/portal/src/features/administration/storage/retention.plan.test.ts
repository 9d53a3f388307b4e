import { expect, test } from "vitest";
import { retentionOf } from "./retention.plan.ts";

test.each([
  ["", null],
  [" 90 ", 90],
  ["30", 30],
  ["29", undefined],
  ["3651", undefined],
  ["1e3", undefined],
  ["many", undefined],
] as const)("the retention of %j", (typed, days) => {
  expect(retentionOf(typed)).toBe(days);
});
