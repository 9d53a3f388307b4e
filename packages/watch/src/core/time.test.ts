import { expect, test } from "vitest";
import { lengthOf, formatClock, parseStart, spokenTime } from "./time.ts";

test("a second is shown as on a clock, with hours only where there are any", () => {
  expect([0, 9.99, 134, 3_661, 86_399].map(formatClock)).toEqual(["0:00", "0:09", "2:14", "1:01:01", "23:59:59"]);
  expect([Number.NaN, Number.POSITIVE_INFINITY, -4].map(formatClock)).toEqual(["0:00", "0:00", "0:00"]);
});

test("a second is read aloud in the words of the language", () => {
  expect(spokenTime(134, "en")).toBe("2 minutes 14 seconds");
  expect(spokenTime(3_600, "en")).toBe("1 hour");
  expect(spokenTime(0, "en")).toBe("0 seconds");
  expect(spokenTime(61, "de")).toBe("1 Minute 1 Sekunde");
});

test.each([
  ["90", 90],
  ["90s", 90],
  ["1m30s", 90],
  ["1h2m", 3_720],
  ["1:30", 90],
  ["1:00:05", 3_605],
  ["12.5", 12.5],
  ["", null],
  ["soon", null],
  ["-4", null],
  [null, null],
])("a link that says t=%s begins at %s", (text, seconds) => {
  expect(parseStart(text)).toBe(seconds);
});

test.each([
  ["sound after the last frame counts", 132, { duration: 134, stage: "ready" }, 134],
  ["loaded data may exceed the stated length", 134.2, { duration: 134, stage: "ready" }, 134.2],
  ["a length that the server does not know is the loaded one", 132, { duration: null, stage: "ready" }, 132],
  ["a length of another version of the video does not count", 20, { duration: 134, stage: "ready" }, 20],
  ["a recording has the length of its loaded data", 132, { duration: 134, stage: "recording" }, 132],
] as const)("%s", (_title, loaded, playback, length) => expect(lengthOf(loaded, playback)).toBe(length));
