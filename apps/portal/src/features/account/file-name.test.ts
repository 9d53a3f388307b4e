import { expect, test } from "vitest";
import { exampleName, problemOfPattern } from "./file-name.ts";

const given = { title: "Totals", host: "example.com", now: new Date(2026, 2, 5, 9, 4, 7), ending: "png" };

test.each([
  ["{title}", "Totals.png"],
  ["{date} {time} {host}", "2026-03-05 09.04.07 example.com.png"],
  ["shot {nothing}", "shot {nothing}.png"],
  ["{title}{title}", "TotalsTotals.png"],
])("%s becomes %s", (pattern, name) => {
  expect(exampleName(pattern, given)).toBe(name);
});

test.each([
  ["{title}", null],
  ["  ", "fileNameEmpty"],
  ["a/b", "fileNameInvalid"],
  ["a\\b", "fileNameInvalid"],
  ["{date}:{time}", "fileNameInvalid"],
  ["\u202egnp.exe", "fileNameInvalid"],
])("the pattern %j is answered with %s", (pattern, problem) => {
  expect(problemOfPattern(pattern)).toBe(problem);
});
