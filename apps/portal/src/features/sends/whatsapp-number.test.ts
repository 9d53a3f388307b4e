import { expect, test } from "vitest";
import { bareNumber, chatAddress, numberProblem } from "./whatsapp-number.ts";

test.each([
  ["+45 20 12 34 56", null],
  ["(0045) 20123456", "country"],
  ["020123456", "country"],
  ["491701234567", null],
  ["4917012345678", "long"],
  ["call 4520123456", "letters"],
  ["٤٥٢٠١٢٣٤٥٦", "letters"],
  ["", "required"],
  [" - ", "required"],
  ["45201", "short"],
])("the number %j: %s", (typed, problem) => {
  expect(numberProblem(bareNumber(typed))).toBe(problem);
});

test("the address has the whole text", () => {
  expect(chatAddress("4520123456", "Is it late?\nhttps://s.example/s/1&2")).toBe(
    "https://wa.me/4520123456?text=Is%20it%20late%3F%0Ahttps%3A%2F%2Fs.example%2Fs%2F1%262",
  );
});
