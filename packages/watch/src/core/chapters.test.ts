import { expect, test } from "vitest";
import { nextChapter, previousChapter, segmentAt, segmentsOf } from "./chapters.ts";
import { stackPins } from "./pins.ts";

const chapters = [
  { timestamp: 60, name: "Third" },
  { timestamp: 0, name: "First" },
  { timestamp: 20, name: "Second" },
  { timestamp: 900, name: "After the end" },
];

test("chapters become parts in order; what begins after the end is none", () => {
  expect(segmentsOf(chapters, 100)).toEqual([
    { from: 0, to: 20, name: "First" },
    { from: 20, to: 60, name: "Second" },
    { from: 60, to: 100, name: "Third" },
  ]);
  expect(segmentsOf([], 100)).toEqual([{ from: 0, to: 100, name: "" }]);
  expect(segmentsOf([{ timestamp: 30, name: "Late" }], 100)[0]).toEqual({ from: 0, to: 30, name: "" });
});

test("keys move by chapters: back first to the beginning of this one, then to the one before", () => {
  const segments = segmentsOf(chapters, 100);
  expect(segmentAt(segments, 59.9)?.name).toBe("Second");
  expect(segmentAt(segments, 60)?.name).toBe("Third");
  expect(nextChapter(segments, 10)).toBe(20);
  expect(nextChapter(segments, 70)).toBeNull();
  expect(previousChapter(segments, 30)).toBe(20);
  expect(previousChapter(segments, 21)).toBe(0);
  expect(previousChapter(segments, 1)).toBe(0);
});

test("pins within 14 pixels lie in a stack, in the order of time", () => {
  const pin = (seconds: number) => ({ commentId: `c${seconds}`, seconds, name: "Ada", photoURL: null });
  const stacks = stackPins([pin(50), pin(10), pin(11)], 100, 1_000);
  expect(stacks.map(({ pins }) => pins.map(({ seconds }) => seconds))).toEqual([[10, 11], [50]]);
  expect(stackPins([pin(10), pin(11)], 100, 2_000)).toHaveLength(2);
});
