import type { SensitiveBox } from "@stillreel/contract";
import { expect, test } from "vitest";
import { foundKinds, tickedBoxes } from "./sensitive-choice.ts";

const box = (kind: SensitiveBox["kind"]): SensitiveBox => ({ kind, x: 0, y: 0, width: 10, height: 10 });

test("kinds are counted in a fixed order, and those without a box are left out", () => {
  expect(foundKinds([box("password"), box("email"), box("email")])).toEqual([
    { kind: "email", count: 2 },
    { kind: "password", count: 1 },
  ]);
});

test("a kind without its tick is not covered", () => {
  expect(tickedBoxes([box("password"), box("email")], new Set(["email"]))).toEqual([box("password")]);
});
