import { describe, expect, test } from "vitest";
import { medianShift } from "./median-shift.ts";

describe("medianShift", () => {
  test.each([
    ["all agree", [-80, -80, -80], -80],
    ["most agree within a fraction of a pixel", [-80, -80.2, -80, 0], -80],
    ["nothing moved", [0, 0, 0.2], 0],
    ["too few agree", [-80, -80, 0, 40, 120], 0],
    ["one measurement is too few", [-80], 0],
    ["there are none", [], 0],
  ])("%s", (_, shifts, expected) => {
    expect(medianShift(shifts)).toBe(expected);
  });
});
