import { beforeEach, describe, expect, it } from "vitest";
import { wholeVideo } from "./document.ts";
import { createVideoEditor } from "./editor.ts";
import {
  backOfWords,
  correctedSegments,
  cutOfWords,
  findWords,
  type GivenTranscript,
  isStruck,
  lengthOfRanges,
  struckWords,
  tidyProposals,
  type Word,
  wordAt,
  withShortRests,
  wordsOf,
} from "./words.ts";

const DURATION = 12;
const spoken = (...words: [text: string, start: number, end: number][]): GivenTranscript => ({
  language: "en",
  segments: [
    {
      start: words[0]?.[1] ?? 0,
      end: words.at(-1)?.[2] ?? 0,
      text: words.map(([text]) => text).join(" "),
      words: words.map(([text, start, end]) => ({ text, start, end })),
    },
  ],
});
const TRANSCRIPT = spoken(
  ["Okay,", 0.2, 0.6],
  ["so", 0.7, 0.9],
  ["um,", 1, 1.3],
  ["you", 1.4, 1.5],
  ["know,", 1.5, 1.8],
  ["here", 3, 3.3],
  ["it", 3.31, 3.4],
  ["is.", 3.4, 3.8],
);
let words: Word[];
beforeEach(() => {
  words = wordsOf(TRANSCRIPT);
});

describe("words", () => {
  it("without times share the time of their segment by their letters", () => {
    const [one, other] = wordsOf({ language: null, segments: [{ start: 1, end: 3, text: " abc abcdefg " }] });
    expect([one?.from, one?.to, other?.to]).toEqual([1, 1 + 2 * (4 / 12), 3]);
  });

  it("of an edited video are found in its source", () => {
    const shown = {
      ...wholeVideo(DURATION),
      clips: [
        { start: 5, end: 8, speed: 2 },
        { start: 0, end: 2, itemId: "x" },
        { start: 0, end: 2 },
      ],
    };
    const found = wordsOf(spoken(["a", 0.5, 0.7], ["b", 2, 2.4], ["c", 3.6, 3.8]), shown);
    expect(found.map(({ text }) => text)).toEqual(["a", "c"]);
    expect(found[0]?.from).toBeCloseTo(6);
    expect(found[0]?.to).toBeCloseTo(6.4);
    expect(found[1]?.from).toBeCloseTo(0.1);
  });

  it("are found at a second, also in the silence after them", () => {
    expect([0, 0.3, 2.5, 9].map((at) => wordAt(words, at))).toEqual([-1, 0, 4, 7]);
  });

  it("are cut with the silence around them, and 80 ms remain beside their neighbours", () => {
    const range = cutOfWords(words, 2, 4, DURATION);
    expect(range?.from).toBeCloseTo(0.98);
    expect(range?.to).toBeCloseTo(2.92);
    // Between words without silence, the cut is where they meet.
    expect(cutOfWords(words, 6, 6, DURATION)).toEqual({ from: 3.31, to: 3.4 });
    expect(cutOfWords(words, 0, 0, DURATION)?.from).toBeCloseTo(0.12);
  });

  it("struck out are cut, never a neighbour, and brought back as they were", () => {
    const source = { itemId: "i", type: "video", title: "", url: null, mimeType: "", duration: DURATION, width: 1, height: 1 } as const;
    const facts = { frameRate: 30, hasSound: true, storyboard: null, waveformUrl: null, posterUrl: null };
    const editor = createVideoEditor({ document: wholeVideo(DURATION), source: { ...source, ...facts } });
    for (let first = 0; first < words.length; first += 1)
      for (let last = first; last < words.length; last += 1) {
        const range = cutOfWords(words, first, last, DURATION)!;
        editor.cutSource(undefined, [range]);
        const struck = words.map((word) => isStruck(editor.getState().document, word));
        expect(struck).toEqual(words.map((_, index) => index >= first && index <= last));
        editor.bringBack([range]);
        expect(editor.getState().document.clips).toEqual(wholeVideo(DURATION).clips);
      }
  });
});

it("a part of struck words comes back without the others, and beside a played word with its silence", () => {
  const document = {
    ...wholeVideo(DURATION),
    clips: [
      { start: 0, end: 0.98 },
      { start: 2.92, end: DURATION },
    ],
  };
  expect(struckWords(document, words, DURATION)).toEqual([false, false, true, true, true, false, false, false]);
  const [range] = backOfWords(document, words, [3, 4], DURATION);
  expect(range?.from).toBeCloseTo(1.32);
  expect(range?.to).toBeCloseTo(2.92);
  expect(backOfWords(document, words, [0, 1], DURATION)).toEqual([]);
});

it("beside a word that stays struck, 80 ms of silence come back, however long the silence is", () => {
  const apart = wordsOf(spoken(["one", 1, 1.4], ["two", 4, 4.4], ["three", 7, 7.4], ["four", 10, 10.4]));
  const cut = cutOfWords(apart, 0, 3, DURATION)!;
  const clips = [
    { start: 0, end: cut.from },
    { start: cut.to, end: DURATION },
  ];
  const [range] = backOfWords({ clips }, apart, [1, 2], DURATION);
  expect(range?.from).toBeCloseTo(4 - 0.08);
  expect(range?.to).toBeCloseTo(7.4 + 0.08);
});

it("nothing is played between two struck words, however they were struck", () => {
  const close = wordsOf(spoken(["one", 1, 1.4], ["two", 1.5, 1.9], ["three", 2, 2.4], ["I", 2.44, 2.5], ["four", 2.54, 3]));
  const clipsOf = (ranges: { from: number; to: number }[]) =>
    ranges
      .toSorted((one, other) => one.from - other.from)
      .reduce<{ start: number; end: number }[]>(
        (clips, { from, to }) => {
          const last = clips.at(-1)!;
          if (from > last.start) clips.splice(-1, 1, { start: last.start, end: from }, { start: Math.max(last.start, to), end: DURATION });
          else clips.splice(-1, 1, { start: Math.max(last.start, to), end: DURATION });
          return clips;
        },
        [{ start: 0, end: DURATION }],
      );
  const cut = (first: number, clips = [{ start: 0, end: DURATION }]) =>
    withShortRests({ clips }, close, [cutOfWords(close, first, first, DURATION)!], DURATION);
  const clips = clipsOf([...cut(0), ...cut(1, clipsOf(cut(0)))]);
  expect(clips.map(({ start, end }) => [start, end].map((at) => Math.round(at * 100) / 100))).toEqual([
    [0, 0.92],
    [1.92, DURATION],
  ]);
  // A short word between two cuts stays.
  const around = clipsOf([...cut(2), ...cut(4, clipsOf(cut(2)))]);
  expect(struckWords({ clips: around }, close, DURATION)).toEqual([false, false, true, false, true]);
});

it("the text of one word is changed, and nothing else", () => {
  const [segment] = TRANSCRIPT.segments;
  const two = { language: "en", segments: [segment!, { start: 5, end: 6, text: "no no, no" }] };
  expect(correctedSegments(two, { segment: 0, index: 3 }, "we all")[0]?.text).toBe("Okay, so um, we all know, here it is.");
  expect(correctedSegments(two, { segment: 1, index: 2 }, "yes").map(({ text }) => text)).toEqual([segment?.text, "no no, yes"]);
  const foreign = { language: null, segments: [{ start: 0, end: 1, text: "something", words: [{ start: 0, end: 1, text: "else" }] }] };
  expect(correctedSegments(foreign, { segment: 0, index: 0 }, "new")).toEqual([{ start: 0, end: 1, text: "new" }]);
});

it("a text is found across words, without case and punctuation", () => {
  expect(findWords(words, "You KNO")).toEqual([3]);
  expect(findWords(words, "i")).toEqual([6, 7]);
  expect(findWords(words, " , ")).toEqual([]);
});

describe("tidying up", () => {
  const proposals = (document = wholeVideo(DURATION), language = "en") =>
    tidyProposals(document, words, { language, duration: DURATION }).map(({ kind, word, count, from, to }) => [
      kind,
      word,
      count,
      Math.round(from * 100) / 100,
      Math.round(to * 100) / 100,
    ]);

  it("proposes long silences and fillers of several words", () => {
    expect(proposals()).toEqual([
      ["filler", 2, 1, 0.98, 1.32],
      ["filler", 3, 2, 1.38, 2.92],
      ["silence", 4, 0, 1.88, 2.92],
      ["silence", 7, 0, 3.88, 12],
    ]);
  });

  it("uses the fillers of the language, and leaves out what is already removed", () => {
    expect(proposals(wholeVideo(DURATION), "de-AT").map(([kind]) => kind)).toEqual(["silence", "silence"]);
    expect(proposals({ ...wholeVideo(DURATION), clips: [{ start: 0, end: 3.8 }] }).map(([, word]) => word)).toEqual([2, 3, 4]);
  });

  it("counts overlapping parts once", () => {
    expect(
      lengthOfRanges([
        { from: 3, to: 5 },
        { from: 1, to: 2 },
        { from: 4, to: 6 },
      ]),
    ).toBe(4);
  });
});
