import { expect, test } from "vitest";
import { brokenRules, chaptersAsText, chaptersFromText, isSameChapters, withinVideo } from "./chapters.plan.ts";

const three = [
  { timestamp: 0, name: "Intro" },
  { timestamp: 12, name: "Middle" },
  { timestamp: 25, name: "End" },
];
const rules = (chapters: Parameters<typeof brokenRules>[0], duration: number | null = 60) =>
  brokenRules(chapters, duration).map(({ rule, index }) => (index === null ? rule : `${rule} ${index}`));

test("three named chapters from the start, ten seconds each, are fine", () => {
  expect(rules(three)).toEqual([]);
  expect(rules(three, 35)).toEqual([]);
});

test.each([
  ["too few", three.slice(0, 2), 60, ["count"]],
  ["none", [], 60, ["count"]],
  ["a late start", [{ timestamp: 1, name: "a" }, ...three.slice(1)], 60, ["start 0"]],
  ["no name", [{ timestamp: 0, name: "  " }, ...three.slice(1)], 60, ["name 0"]],
  ["a short one", [three[0], { timestamp: 9.9, name: "b" }, three[2]], 60, ["length 0"]],
  ["a short last one", three, 34, ["length 2"]],
  ["two at once", [three[0], three[2], { timestamp: 25, name: "c" }], 60, ["order 2"]],
  ["a short video", three, 29, ["videoLength", "length 2"]],
  ["an unknown length", three, null, ["unknownLength"]],
  ["a long name", [{ timestamp: 0, name: "x".repeat(101) }, ...three.slice(1)], 60, ["nameLength 0"]],
] as [string, typeof three, number | null, string[]][])("%s is named", (_what, chapters, duration, expected) => {
  expect(rules(chapters, duration)).toEqual(expected);
});

test("text is read as people write it, and written as it is read", () => {
  expect(chaptersFromText("0:00 Intro\n 00:12 - Middle\n\n(0:25) End\n1:02:03 Far")).toEqual({
    chapters: [...three, { timestamp: 3723, name: "Far" }],
    badLine: null,
  });
  expect(chaptersFromText(chaptersAsText(three)).chapters).toEqual(three);
  expect(chaptersFromText("0:00 Intro\nno time here").badLine).toBe(2);
});

test("times are clamped to the video; chapter lists compare by trimmed names", () => {
  expect([withinVideo(-3, 60), withinVideo(61, 60), withinVideo(12.345, null)]).toEqual([0, 60, 12.3]);
  expect(isSameChapters(three, [{ timestamp: 0, name: " Intro " }, ...three.slice(1)])).toBe(true);
});
