import { expect, test } from "vitest";
import { type Pixels, splitColumn, splitRow } from "./stretch.ts";

/** Builds pixels; each letter is a colour. */
function picture(...lines: string[]): Pixels {
  const width = lines[0]?.length ?? 0;
  const data = new Uint8ClampedArray(lines.flatMap((line) => [...line].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 255])));
  return { width, height: lines.length, data };
}

test("a sidebar is made longer in the middle of its emptiest part", () => {
  const sidebar = picture("abX", "caX", "  X", "  Y", "  Z", "  Z", "deZ");
  expect(splitRow(sidebar, 0, 2, 0, 7)).toBe(4);
});

test("content beside the strip does not count", () => {
  const sidebar = picture("aX", "aY", "aZ", "bZ");
  expect(splitRow(sidebar, 0, 1, 0, 4)).toBe(1);
});

test("a strip without any two lines alike is made longer at its end", () => {
  expect(splitRow(picture("a", "b", "c"), 0, 1, 0, 3)).toBe(2);
});

test("a header is made wider where it is empty, within the columns of the content", () => {
  const header = picture("    ab    cd", "    ab    cd");
  expect(splitColumn(header, 4, 12, 0, 2)).toBe(8);
});
