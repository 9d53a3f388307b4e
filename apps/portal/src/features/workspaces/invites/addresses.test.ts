import { expect, test } from "vitest";
import { addAddresses, problemOfAddresses, splitAddresses } from "./addresses.ts";

test.each([
  ["a@b.example, c@d.example;e@f.example", ["a@b.example", "c@d.example", "e@f.example"]],
  ["  a@b.example\n\nc@d.example ", ["a@b.example", "c@d.example"]],
  ["Mira Halvorsen <mira@b.example>, <samuel@b.example>", ["mira@b.example", "samuel@b.example"]],
  ["a@b.example Mira <mira@b.example>", ["a@b.example", "mira@b.example"]],
  ["nobody", ["nobody"]],
  ["", []],
])("%j gives %j", (line, addresses) => {
  expect(splitAddresses(line)).toEqual(addresses);
});

test("an address is listed once, in every notation", () => {
  expect(addAddresses(["a@b.example"], ["A@b.example", "c@d.example", "c@d.example"])).toEqual(["a@b.example", "c@d.example"]);
});

test("addresses that cannot be sent report the reason", () => {
  const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}@b.example`);
  expect(problemOfAddresses([])).toBe("missing");
  expect(problemOfAddresses(["a@b.example", "nobody"])).toBe("wrong");
  expect(problemOfAddresses(many(101))).toBe("many");
  expect(problemOfAddresses(many(100))).toBeNull();
});
