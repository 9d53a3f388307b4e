import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "./app-error.ts";
import { parseInput } from "./issues.ts";

const Shape = z.strictObject({
  name: z.string().min(1).max(3),
  own: z.string("Please enter an own text.").optional(),
  size: z.int().min(2).max(4),
  on: z.boolean(),
  tags: z.array(z.string()).max(1),
  kind: z.enum(["a", "b"]),
  at: z.iso.datetime(),
  either: z.union([z.string(), z.number()]),
});
const VALID = { name: "abc", size: 3, on: true, tags: ["x"], kind: "a", at: "2026-01-31T12:00:00Z", either: 1 };

/** Returns the refused fields with their sentences. */
function refusalOf(value: unknown): Record<string, string> {
  try {
    parseInput(Shape, value);
  } catch (error) {
    if (error instanceof AppError) return Object.fromEntries((error.details ?? []).map(({ field, message }) => [field, message]));
    throw error;
  }
  return {};
}

test("a valid value is parsed", () => expect(parseInput(Shape, VALID)).toEqual(VALID));

test("every missing field is named with a sentence", () => {
  const required = ["name", "size", "on", "tags", "kind", "at", "either"].map((field) => [field, "This field is required."]);
  expect(refusalOf({})).toEqual(Object.fromEntries(required));
});

test.each([[[]], ["text"], [3]])("the body %j is no object", (value) => expect(refusalOf(value)).toEqual({ body: "Send a JSON object." }));

test.each([
  ["name", 3, "Enter a text."],
  ["name", "", "This field cannot be empty."],
  ["name", "abcd", "At most 3 characters."],
  ["own", 3, "Please enter an own text."],
  ["size", "3", "Enter a number."],
  ["size", 2.5, "Enter a whole number."],
  ["size", 1, "At least 2."],
  ["size", 5, "At most 4."],
  ["on", "yes", "Use true or false."],
  ["tags", "x", "Enter a list."],
  ["tags", ["x", "y"], "At most 1 entry."],
  ["tags.0", [3], "Enter a text."],
  ["kind", "c", "Use one of: a, b."],
  ["at", "today", "Enter a time like 2026-01-31T12:00:00Z."],
  ["either", true, "This value is not valid."],
])("%s may not be %j: %s", (field, value, sentence) => {
  expect(refusalOf({ ...VALID, [field.split(".")[0] as string]: value })).toEqual({ [field]: sentence });
});

test("unknown fields of a strict object are named", () => expect(refusalOf({ ...VALID, extra: 1 })).toEqual({ body: "Unknown: extra." }));
