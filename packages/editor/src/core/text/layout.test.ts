import { describe, expect, it } from "vitest";
import { readableOn } from "./draw-text.ts";
import { directionOf, layoutText } from "./layout.ts";

// Without a canvas every letter has a width of 0.55 of the font size: 10 letters at 20 px are 110 px.
const lines = (text: string, width: number | null): string[] => layoutText(text, 20, true, width).lines.map((line) => line.text);

describe("lines", () => {
  it("end where the text says so, and between words where they are too long", () => {
    expect(lines("one\ntwo three", null)).toEqual(["one", "two three"]);
    expect(lines("one two three", 110)).toEqual(["one two", "three"]);
    expect(lines("one-two-three", 100)).toEqual(["one-two-", "three"]);
    expect(lines("", 100)).toEqual([""]);
  });

  it("break words that are longer than a line, never an emoji", () => {
    expect(lines("abcdefghijklmnop", 66)).toEqual(["abcdef", "ghijkl", "mnop"]);
    expect(lines("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 12).every((line) => line === "👩‍👩‍👧‍👦")).toBe(true);
  });

  it("end between any two ideographs", () => {
    expect(lines("漢字漢字漢字", 44)).toEqual(["漢字漢字", "漢字"]);
  });

  it("have the direction of their paragraph's first letter", () => {
    expect(directionOf("123 שלום hello")).toBe("rtl");
    expect(directionOf("hello שלום")).toBe("ltr");
    expect(directionOf("42")).toBe("ltr");
    expect(layoutText("مرحبا\nhello", 20, true, null).lines.map(({ direction }) => direction)).toEqual(["rtl", "ltr"]);
  });

  it("grow the box with each", () => {
    expect(layoutText("a\nb", 20, true, null).height).toBe(52);
  });
});

it("letters on a colour are black or white, whichever can be read", () => {
  expect(["#FFFFFF", "#FFC42E", "#17161C", "#E5352B", "#2F6FED"].map(readableOn)).toEqual([
    "#17161C",
    "#17161C",
    "#FFFFFF",
    "#FFFFFF",
    "#FFFFFF",
  ]);
});
