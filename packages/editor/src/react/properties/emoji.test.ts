import { expect, test } from "vitest";
import { emojiIn } from "./emoji.ts";

test("of what is typed the first whole emoji counts", () => {
  expect(emojiIn("ok 👩‍👩‍👧 🎉")).toBe("👩‍👩‍👧");
  expect(emojiIn("🇵🇱")).toBe("🇵🇱");
});

test("letters and digits are no emoji", () => {
  expect(emojiIn("abc 12")).toBeNull();
  expect(emojiIn("")).toBeNull();
});
