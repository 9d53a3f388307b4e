import { expect, it } from "vitest";
import { eachGrapheme, graphemes } from "./index.ts";

it("counts characters as users do", () => {
  expect(["", "abc", "é", "e\u0301", "👩‍👩‍👧‍👦", "🇧🇬🇩🇪", "مرحبا"].map(graphemes)).toEqual([0, 3, 1, 1, 1, 2, 5]);
});

it("yields the characters in order", () => {
  expect([...eachGrapheme("a👍🏽e\u0301")]).toEqual(["a", "👍🏽", "e\u0301"]);
});
