import { expect, test } from "vitest";
import { badgeClock, clockText } from "./clock.ts";

test.each([
  [0, "0:00"],
  [41_900, "0:41"],
  [761_000, "12:41"],
  [3_761_000, "1:02:41"],
  [-5, "0:00"],
])("%i ms read %s", (ms, text) => {
  expect(clockText(ms)).toBe(text);
});

test.each([
  [59_999, "0:59"],
  [599_000, "9:59"],
  [600_000, "10m"],
  [3_599_000, "59m"],
  [3_720_000, "1h02"],
  [36_000_000, "10h00"],
])("%i ms fit the badge as %s", (ms, text) => {
  expect(badgeClock(ms)).toBe(text);
});
