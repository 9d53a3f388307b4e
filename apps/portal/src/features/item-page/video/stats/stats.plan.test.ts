import { expect, test } from "vitest";
import type { Statistics } from "../watch.queries.ts";
import { axisOf, highlightOf, labelledDays, peakOf, statisticsAsCsv, watchedToEnd } from "./stats.plan.ts";

const SOME: Statistics = {
  views: 5,
  uniqueViews: 3,
  likes: 1,
  comments: 2,
  averageSeconds: 12.5,
  overTime: [
    { day: "2026-11-20", views: 1, uniqueViews: 1 },
    { day: "2026-11-21", views: 4, uniqueViews: 2 },
  ],
  coverage: [4, 3, 3, 2],
  completion: [
    { percent: 25, viewers: 4 },
    { percent: 100, viewers: 2 },
  ],
  sources: [{ source: "link", views: 5 }],
};

test.each([
  [0, [1, 2]],
  [1, [1, 2]],
  [3, [1, 2, 3]],
  [46, [20, 40]],
  [52, [25, 50]],
  [900, [250, 500, 750]],
])("an axis up to %i has ticks at %j, and room for all", (highest, ticks) => {
  expect(axisOf(highest).ticks).toEqual(ticks);
  expect(axisOf(highest).top).toBeGreaterThan(highest);
});

test("the peak is the best day, and there is none without views", () => {
  expect(peakOf(SOME.overTime)).toEqual({ index: 1, day: "2026-11-21", views: 4 });
  expect(peakOf([{ day: "2026-11-21", views: 0, uniqueViews: 0 }])).toBeNull();
  expect([labelledDays(30), labelledDays(1), labelledDays(0)]).toEqual([[0, 14, 29], [0], []]);
});

test("the share of viewers who reached the end, and the most watched part", () => {
  expect(watchedToEnd(SOME)).toBe(50);
  expect(watchedToEnd({ ...SOME, coverage: [], completion: [] })).toBeNull();
  expect(highlightOf([9, 1, 3, 5, 2, 1, 1, 1, 1, 1])).toBe(3);
  expect(highlightOf([])).toBeNull();
});

test("the CSV contains all statistics, and escapes formulas", () => {
  const lines = statisticsAsCsv('=Tour, "new"', SOME, 40).split("\r\n");
  expect(lines[0]).toBe(`title,"'=Tour, ""new"""`);
  expect(lines).toContain("2026-11-21,4,2");
  expect(lines).toContain("10,3");
  expect(lines).toContain("100,2");
  expect(lines.at(-1)).toBe("link,5");
});
