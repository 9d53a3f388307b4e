import { expect, it } from "vitest";
import { forgiven, nearest, slips } from "./spelling.ts";

it.each([
  ["login", "login", 0],
  ["lgoin", "login", 1],
  ["logn", "login", 1],
  ["loggin", "login", 1],
  ["logim", "login", 1],
  ["serach", "search", 1],
  ["abcd", "wxyz", 4],
  ["снмиок", "снимок", 1],
])("counts the typing errors between %s and %s", (typed, word, expected) => {
  expect(slips(typed, word).whole).toBe(expected);
});

it("counts the typing errors against the beginning of longer words", () => {
  expect(slips("serach", "searching")).toEqual({ whole: 4, beginning: 1 });
  expect(slips("log", "login").beginning).toBe(0);
});

it("accepts more typing errors in longer words", () => {
  expect([3, 4, 6, 7, 12].map(forgiven)).toEqual([0, 1, 1, 2, 2]);
});

it("returns the nearest known word, whole words before longer ones, or none", () => {
  expect(nearest("chekout", ["checking", "checkouts", "checkout", "about"])).toBe("checkout");
  expect(nearest("serach", ["seraph", "searching"])).toBe("seraph");
  expect(nearest("dashbaord", ["dashboards", "keyboard"])).toBe("dashboards");
  expect(nearest("login", ["zebra"])).toBeNull();
  expect(nearest("abc", ["abd"])).toBeNull();
});
