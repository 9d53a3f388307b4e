import { expect, test } from "vitest";
import { windowOf } from "./window.plan.ts";

test.each([
  [60, { unit: "minute", count: 1 }],
  [900, { unit: "minute", count: 15 }],
  [3_600, { unit: "hour", count: 1 }],
  [86_400, { unit: "day", count: 1 }],
] as const)("a window of %i seconds", (seconds, window) => {
  expect(windowOf(seconds)).toEqual(window);
});
