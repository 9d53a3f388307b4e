import type { PngEncoder } from "@stillreel/editor/core";
import { expect, test } from "vitest";
import { PictureWriter, type Row } from "./picture-writer.ts";
import type { Pixels } from "./stretch.ts";

/** Builds pixels; each letter is a colour. */
function pixels(lines: string[]): Pixels {
  const data = new Uint8ClampedArray(lines.flatMap((line) => [...line].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 255])));
  return { width: lines[0]?.length ?? 0, height: lines.length, data };
}

/** Creates an encoder that stores its input as letters. */
function letters(width: number): { encoder: PngEncoder; lines: string[] } {
  const lines: string[] = [];
  const encoder: PngEncoder = {
    write(rgba) {
      for (let at = 0; at < rgba.length; at += width * 4)
        lines.push(Array.from({ length: width }, (_, x) => String.fromCharCode(rgba[at + x * 4] as number)).join(""));
      return Promise.resolve();
    },
    finish: () => Promise.resolve(new Blob()),
  };
  return { encoder, lines };
}

const row = (y: number, lines: string[], rest: Partial<Row> = {}): Row => ({
  y,
  pixels: pixels(lines),
  leftShot: null,
  rightShot: null,
  shownTo: y,
  shownFrom: y + lines.length,
  ...rest,
});

test("overlapping rows contribute each line once", async () => {
  const { encoder, lines } = letters(1);
  const writer = new PictureWriter(encoder, { x: 0, y: 0, width: 1, height: 4 }, null, { width: 1, from: 0 });
  await writer.add(row(0, ["a", "b", "c", "d"]));
  await writer.add(row(4, ["e", "f", "g", "h"]));
  await writer.add(row(6, ["G", "H", "i", "j"]));
  await writer.finish(10);
  expect(lines.join("")).toBe("abcdefGHij");
});

test("a box begins and ends within its rows", async () => {
  const { encoder, lines } = letters(1);
  const writer = new PictureWriter(encoder, { x: 0, y: 0, width: 1, height: 4 }, null, { width: 1, from: 2 });
  await writer.add(row(0, ["a", "b", "c", "d"]));
  await writer.add(row(4, ["e", "f", "g", "h"]));
  await writer.finish(7);
  expect(lines.join("")).toBe("cdefg");
});

test("content that only the first row shows is not cut by the last row", async () => {
  const { encoder, lines } = letters(1);
  const writer = new PictureWriter(encoder, { x: 0, y: 0, width: 1, height: 4 }, null, { width: 1, from: 0 });
  await writer.add(row(0, ["H", "H", "H", "d"], { shownTo: 3 }));
  await writer.add(row(1, ["b", "c", "d", "F"], { shownFrom: 4 }));
  await writer.finish(5);
  expect(lines.join("")).toBe("HHHdF");
});

test("around an inner scroller the frame grows with the content: what is at its bottom stays there", async () => {
  const first = pixels(["tttt", "1ab2", " cd ", " ef ", "3gh4", "bbbb"]);
  const last = pixels(["tttt", "1ij2", " kl ", " mn ", "3op4", "bbbb"]);
  const { encoder, lines } = letters(4);
  const writer = new PictureWriter(encoder, { x: 1, y: 1, width: 2, height: 4 }, { width: 4, height: 6 }, { width: 2, from: 0 });
  await writer.add(row(0, ["ab", "cd", "ef", "gh"], { leftShot: first, rightShot: first }));
  await writer.add(row(4, ["ij", "kl", "mn", "op"], { leftShot: last, rightShot: last }));
  await writer.finish(8);
  expect(lines).toEqual(["tttt", "1ab2", " cd ", " ef ", " gh ", " ij ", " kl ", " mn ", "3op4", "bbbb"]);
});

test("a frame around wider content is extended by its empty columns", async () => {
  const left = pixels(["a  b", "1xx2"]);
  const right = pixels(["a  b", "1yy2"]);
  const { encoder, lines } = letters(6);
  const writer = new PictureWriter(encoder, { x: 1, y: 1, width: 2, height: 1 }, { width: 4, height: 2 }, { width: 4, from: 0 });
  await writer.add(row(0, ["xxyy"], { leftShot: left, rightShot: right }));
  await writer.finish(1);
  expect(lines).toEqual(["a    b", "1xxyy2"]);
});
