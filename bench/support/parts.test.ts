import { expect, test } from "vitest";
import { partsToMeasure } from "./parts.ts";

const ALL = ["start", "uploads", "listing"];

test("all parts are measured without arguments, and the named ones in their order", () => {
  expect(partsToMeasure([], ALL)).toEqual(ALL);
  expect(partsToMeasure(["listing", "start"], ALL)).toEqual(["listing", "start"]);
});

test.each([["--help"], ["listings"], ["start", "constructor"]])("an unknown part is refused: %s", (...words) => {
  expect(() => partsToMeasure(words, ALL)).toThrow(/Unknown part: .*Parts: start, uploads, listing\./u);
});
