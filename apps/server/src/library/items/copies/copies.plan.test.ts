import { graphemes } from "@stillreel/contract";
import { expect, it } from "vitest";
import { copyTitles } from "./copies.plan.ts";

it.each([
  ["Map", ["Map", "Map (2)", "Map (3)"]],
  ["Map (2)", ["Map (2)", "Map (2)", "Map (3)"]],
  ["Map (07)", ["Map (07)", "Map (07) (2)", "Map (07) (3)"]],
  ["(2)", ["(2)", "(2) (2)", "(2) (3)"]],
  ["🗺️", ["🗺️", "🗺️ (2)", "🗺️ (3)"]],
])("a copy of %s gets numbered titles to choose from", (title, titles) => {
  expect(copyTitles(title, 2, 3)).toEqual(titles);
});

it("titles start at the given number, and long ones are shortened to the limit", () => {
  expect(copyTitles("Map", 52, 53)).toEqual(["Map (52)", "Map (53)"]);
  const long = "👨‍👩‍👧‍👦".repeat(59);
  const numbered = copyTitles(long, 2, 2)[1] ?? "";
  expect(numbered).toMatch(/ \(2\)$/u);
  expect(new TextEncoder().encode(numbered).length).toBeLessThanOrEqual(1_500);
  expect(graphemes(copyTitles("x".repeat(255), 2, 2)[1] ?? "")).toBe(255);
});
