import { expect, test } from "vitest";
import { isAnimated } from "./is-animated.ts";

const bytes = (...parts: (string | readonly number[])[]): Blob =>
  new Blob(
    parts.map((part) => (typeof part === "string" ? Uint8Array.from(part, (letter) => letter.charCodeAt(0)) : Uint8Array.from(part))),
  );

const GIF_HEAD = ["GIF89a", [1, 0, 1, 0, 0x80, 0, 0], [0, 0, 0, 255, 255, 255]] as const;
const FRAME = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 0x01, 0];
const DELAY = [0x21, 0xf9, 4, 0, 10, 0, 0, 0];

test.each([
  ["a GIF of one frame", bytes(...GIF_HEAD, DELAY, FRAME, [0x3b]), false],
  ["a GIF of two frames", bytes(...GIF_HEAD, DELAY, FRAME, DELAY, FRAME, [0x3b]), true],
  ["a GIF that is cut off", bytes(...GIF_HEAD, DELAY, FRAME.slice(0, 12)), false],
  ["a moving WebP", bytes("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0, 0x02]), true],
  ["a still WebP with transparency", bytes("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0, 0x10]), false],
  ["a moving PNG", bytes("\u0089PNG\r\n", "....IHDR....acTL....IDAT"), true],
  ["a still PNG that says acTL in its pixels", bytes("\u0089PNG\r\n", "....IHDR....IDAT..acTL"), false],
  ["a JPEG", bytes([0xff, 0xd8, 0xff, 0xe0]), false],
  ["nothing", bytes(), false],
])("%s: %#", async (_what, blob, moves) => {
  expect(await isAnimated(blob)).toBe(moves);
});
