import { expect, test } from "vitest";
import { emojiIn } from "./emoji.ts";

test("the first complete emoji of the typed text is used", () => {
  expect(emojiIn("ok 👩‍👩‍👧 🎉")).toBe("👩‍👩‍👧");
  expect(emojiIn("🇵🇱")).toBe("🇵🇱");
});

test("letters and digits are no emoji", () => {
  expect(emojiIn("abc 12")).toBeNull();
  expect(emojiIn("")).toBeNull();
});
