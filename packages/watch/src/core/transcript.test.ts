import { describe, expect, it } from "vitest";
import { parseCaptions } from "./captions.ts";
import { copiedText, findSpoken, segmentAtSecond, segmentsOfCues, spokenSegments, wordAtSecond } from "./transcript.ts";
import { formatClock } from "./time.ts";

const VTT = `WEBVTT

00:00:01.000 --> 00:00:03.000
The panel on the left
used to hide

00:00:03.000 --> 00:00:05.000
the total. Riders

00:01:12.000 --> 00:01:14.000
&lt;Step-free&gt; is live.
`;

describe("the transcript of captions", () => {
  const segments = segmentsOfCues(parseCaptions(VTT));

  it("has paragraphs and words with places and times", () => {
    expect(segments.map(({ start, end, text }) => [start, end, text])).toEqual([
      [1, 5, "The panel on the left used to hide the total. Riders"],
      [72, 74, "<Step-free> is live."],
    ]);
    for (const { text, words, start, end } of segments)
      for (const word of words) {
        expect(text.slice(word.at, word.at + word.text.length)).toBe(word.text);
        expect(word.start).toBeGreaterThanOrEqual(start);
        expect(word.end).toBeLessThanOrEqual(end + 1e-9);
      }
  });

  it("finds the segment and the word of a second", () => {
    expect(segmentAtSecond(segments, 0.5)).toBe(-1);
    expect(segmentAtSecond(segments, 1)).toBe(0);
    expect(segmentAtSecond(segments, 73)).toBe(1);
    expect(wordAtSecond(segments[0]!, 1)).toBe(0);
    expect(wordAtSecond(segments[0]!, 30)).toBe(-1);
  });

  it("is searched by words, phrases and parts of words, without marks and case", () => {
    expect(findSpoken(segments, "TOTAL")).toMatchObject([{ segment: 0, from: 9, to: 9 }]);
    expect(findSpoken(segments, "the total riders")).toMatchObject([{ segment: 0, from: 8, to: 10 }]);
    expect(findSpoken(segments, "the")).toHaveLength(3);
    expect(findSpoken(segments, "step free")).toMatchObject([{ segment: 1, from: 0, to: 0, seconds: 72 }]);
    expect(findSpoken(spokenSegments([{ start: 0, end: 1, text: "Fælled Pàrk" }]), "park")).toHaveLength(1);
    expect(findSpoken(spokenSegments([{ start: 0, end: 1, text: "river harbour river" }]), "r")).toHaveLength(3);
    expect(findSpoken(segments, " . ")).toEqual([]);
  });

  it("is copied with and without times", () => {
    expect(copiedText(segments, null).split("\n")).toHaveLength(2);
    expect(copiedText(segments, formatClock).split("\n")[1]).toBe("1:12 <Step-free> is live.");
  });
});

it("words of a service keep their times", () => {
  const words = [
    { start: 1, end: 1.5, text: "so" },
    { start: 2, end: 2.5, text: "so." },
  ];
  const [segment] = spokenSegments([{ start: 1, end: 3, text: "so so.", words }]);
  expect(segment?.words.map(({ at, start }) => [at, start])).toEqual([
    [0, 1],
    [3, 2],
  ]);
});
