import { expect, test } from "vitest";
import { spokenSeconds, stepOf } from "./trim-texts.ts";

test("times are read with their units, and with the parts of a second that a frame needs", () => {
  expect(spokenSeconds(2, "en")).toBe("2 seconds");
  expect(spokenSeconds(0, "en")).toBe("0 seconds");
  expect(spokenSeconds(1, "en")).toBe("1 second");
  expect(spokenSeconds(62.033, "en")).toBe("1 minute 2.03 seconds");
  expect(spokenSeconds(120, "en")).toBe("2 minutes");
  expect(spokenSeconds(59.999, "en")).toBe("1 minute");
});

test("an arrow key moves by a frame, and with Shift by a second", () => {
  const press = (key: string, shiftKey = false): number | null => stepOf({ key, shiftKey }, 0.04);
  expect([press("ArrowRight"), press("ArrowLeft")]).toEqual([0.04, -0.04]);
  expect([press("ArrowRight", true), press("ArrowLeft", true)]).toEqual([1, -1]);
  expect([press("Home"), press("End"), press("Enter")]).toEqual([-Infinity, Infinity, null]);
});
