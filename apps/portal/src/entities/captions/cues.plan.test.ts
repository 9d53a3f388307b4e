import { expect, test } from "vitest";
import { cueAt, cuesAsVtt, cuesFromFile, cueTime, faultsOf, readCueTime } from "./cues.plan.ts";

const plain = (cues: ReturnType<typeof cuesFromFile>) => cues.map(({ from, to, text }) => ({ from, to, text }));

test("WebVTT and SubRip are read, and written as they were meant", () => {
  const vtt = "WEBVTT\n\n00:01.000 --> 00:02.500\nHello\nthere\n\n00:00:04.000 --> 00:00:05.000\n5 &lt; 6\n";
  const srt = "\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nHello\r\nthere\r\n\r\n2\r\n00:00:04,000 --> 00:00:05,000\r\n5 < 6\r\n";
  const meant = [
    { from: 1, to: 2.5, text: "Hello\nthere" },
    { from: 4, to: 5, text: "5 < 6" },
  ];
  expect(plain(cuesFromFile(vtt))).toEqual(meant);
  expect(plain(cuesFromFile(srt))).toEqual(meant);
  expect(plain(cuesFromFile(cuesAsVtt(cuesFromFile(vtt))))).toEqual(meant);
});

test("a text cannot end its caption, begin another, or become markup", () => {
  const cue = { key: "a", from: 0, to: 1, text: "one\n\ntwo --> three <b>&amp;" };
  expect(cuesAsVtt([cue])).toBe("WEBVTT\n\n00:00:00.000 --> 00:00:01.000\none\ntwo --&gt; three &lt;b>&amp;amp;\n");
  expect(plain(cuesFromFile(cuesAsVtt([cue])))).toEqual([{ from: 0, to: 1, text: "one\ntwo --> three <b>&amp;" }]);
});

test("a new caption ends where the next one begins", () => {
  const [known] = cuesFromFile("WEBVTT\n\n00:05.000 --> 00:06.000\nlater");
  expect(cueAt(known ? [known] : [], 4)).toMatchObject({ from: 4, to: 5 });
  expect(cueAt([], 4)).toMatchObject({ from: 4, to: 7, text: "" });
  expect(faultsOf({ key: "a", from: 2, to: 2, text: " " })).toEqual(["order", "empty"]);
});

test("times are read and written to the tenth", () => {
  expect([cueTime(72.5), cueTime(3600), cueTime(59.96)]).toEqual(["1:12.5", "1:00:00", "1:00"]);
  expect([readCueTime("1:12.5"), readCueTime("12,25"), readCueTime("soon")]).toEqual([72.5, 12.25, null]);
});
