import { expect, test } from "vitest";
import { fitTools, type ToolWidths } from "./tool-fit.ts";

const tool = { whole: 100, key: 30, word: 40 };
const widths: ToolWidths = { fixed: [tool, tool], tools: [tool, tool, tool, tool, tool], gap: 5 };

test("keys are drawn while the main tools have room with them, then words, then icons", () => {
  // Seven tools with six gaps.
  expect(fitTools(widths, 3, 730)).toEqual({ count: 5, form: "keys" });
  expect(fitTools(widths, 3, 729)).toEqual({ count: 4, form: "keys" });
  expect(fitTools(widths, 3, 520)).toEqual({ count: 3, form: "keys" });
  expect(fitTools(widths, 3, 519)).toEqual({ count: 4, form: "words" });
  expect(fitTools(widths, 3, 370)).toEqual({ count: 3, form: "words" });
  expect(fitTools(widths, 3, 369)).toEqual({ count: 5, form: "icons" });
  expect(fitTools(widths, 3, 100)).toEqual({ count: 1, form: "icons" });
});

test("a row without further tools keeps its keys", () => {
  expect(fitTools({ ...widths, tools: [] }, 0, 10)).toEqual({ count: 0, form: "keys" });
});
