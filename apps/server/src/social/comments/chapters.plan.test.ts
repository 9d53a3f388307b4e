import { describe, expect, it } from "vitest";
import { complaintsAbout } from "./chapters.plan.ts";

const at = (...timestamps: number[]) => timestamps.map((timestamp, index) => ({ timestamp, name: `Part ${index + 1}` }));
const codes = (durationS: number | null, chapters: ReturnType<typeof at>, enabled = true): string[] =>
  complaintsAbout({ type: "video", durationS }, { enabled, chapters }).map(({ field, code }) => `${field} ${code}`);

describe("enabled chapters", () => {
  it("are at least three, from the start, ascending, of ten seconds and more", () => {
    expect(codes(30, at(0, 10, 20))).toEqual([]);
    expect(codes(95.5, at(0, 30.25, 85.5))).toEqual([]);
  });
  it("are refused when there are fewer than three", () => {
    expect(codes(60, at(0, 20))).toEqual(["chapters too-few"]);
    expect(codes(60, [])).toEqual(["chapters too-few"]);
  });
  it("are refused when the first does not start at zero", () => {
    expect(codes(60, at(1, 20, 40))).toEqual(["chapters.0.timestamp not-at-start"]);
  });
  it("are refused when they are unordered, duplicated or too short", () => {
    expect(codes(90, at(0, 40, 20))).toEqual(["chapters.2.timestamp not-ascending"]);
    expect(codes(90, at(0, 20, 20))).toEqual(["chapters.2.timestamp not-ascending"]);
    expect(codes(90, at(0, 9.9, 40))).toEqual(["chapters.1.timestamp too-short"]);
  });
  it("are refused when the last one is short or after the end", () => {
    expect(codes(60, at(0, 20, 51))).toEqual(["chapters.2.timestamp too-short"]);
    expect(codes(60, at(0, 20, 61))).toEqual(["chapters.2.timestamp too-short"]);
  });
  it("need a video of thirty seconds whose length is known", () => {
    expect(codes(29.9, at(0, 10, 20))).toEqual(["chapters video-too-short"]);
    expect(codes(null, at(0, 10, 20))).toEqual(["chapters no-duration"]);
  });
});

it("accepts any draft", () => {
  expect(codes(60, [], false)).toEqual([]);
  expect(codes(5, at(3), false)).toEqual([]);
});

it("refuses chapters of pictures, also as drafts", () => {
  for (const enabled of [true, false])
    expect(complaintsAbout({ type: "image", durationS: null }, { enabled, chapters: [] })[0]?.code).toBe("no-video");
});
