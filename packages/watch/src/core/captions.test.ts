import { expect, test } from "vitest";
import { bestTrack, linesAt, parseCaptions, subRipOf } from "./captions.ts";

const TEXT = `WEBVTT - Harbour

NOTE not --> shown

STYLE
::cue { color: red }

intro
00:01.000 --> 00:03.500 align:start
Hello <b>there</b> &amp; welcome
second line

00:00:05.000 --> 00:00:04.000
backwards

01:00:00.000 --> 01:00:01.000
late`;

test("captions are read with their times, without notes, styles and marks", () => {
  expect(parseCaptions(TEXT)).toEqual([
    { from: 1, to: 3.5, lines: ["Hello there & welcome", "second line"] },
    { from: 3_600, to: 3_601, lines: ["late"] },
  ]);
  expect(parseCaptions(TEXT.replaceAll("\n", "\r\n"))).toHaveLength(2);
  expect(parseCaptions("nothing of the kind")).toEqual([]);
});

test("captions are shown from their start until just before their end", () => {
  const cues = parseCaptions(TEXT);
  expect([0.99, 1, 3.49, 3.5].map((time) => linesAt(cues, time).length)).toEqual([0, 2, 2, 0]);
});

test("the reader's language is first, then the language without region, then any other", () => {
  const tracks = [{ language: "de" }, { language: "pt-BR" }];
  expect(bestTrack(tracks, "pt")?.language).toBe("pt-BR");
  expect(bestTrack(tracks, "de-AT")?.language).toBe("de");
  expect(bestTrack(tracks, "fr")?.language).toBe("de");
  expect(bestTrack([], "fr")).toBeUndefined();
});

test("captions are written as SubRip", () => {
  const cues = parseCaptions("WEBVTT\n\n01:02:03.004 --> 01:02:05.500\n<b>Two</b> lines\nof text\n\n00:01.000 --> 00:02.000\nFirst\n");
  expect(subRipOf(cues)).toBe("1\n00:00:01,000 --> 00:00:02,000\nFirst\n\n2\n01:02:03,004 --> 01:02:05,500\nTwo lines\nof text\n");
});
