import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { decode, picturesOfPdf } from "@stillreel/testing/secret";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDecoder } from "../images/sharp.decoder.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "stillreel-pdf-"));
});
afterAll(() => rm(folder, { recursive: true }));

const PITCH = 26;
const LETTERS = 18;
/** Draws lines of letters with dots and descenders in two columns with a rule between, and occasional figures. */
function inkAt(x: number, y: number, width: number): number {
  const inFigure = y % 4_000 > 1_800 && y % 4_000 < 2_050;
  if (inFigure) return x > 20 && x < width - 20 ? (x * 7 + y * 3) % 200 : 255;
  if (x === width >> 1) return 180;
  const row = y % PITCH;
  const [letter, at] = [Math.floor(x / 9), x % 9];
  if (row >= LETTERS || at > 5 || letter % 6 === 5) return 255;
  if (row === 2 || row === 3) return 255;
  if (row < 2) return letter % 3 === 0 && at < 2 ? 0 : 255;
  if (row < 14) return at < 2 || row === 4 || row === 13 ? 0 : 255;
  return letter % 5 === 1 && at < 2 ? 0 : 255;
}

async function textPicture(width: number, height: number): Promise<string> {
  const raw = Buffer.alloc(width * height, 255);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) raw[y * width + x] = inkAt(x, y, width);
  const file = path.join(folder, `${width}x${height}.png`);
  await writeFile(
    file,
    await sharp(raw, { raw: { width, height, channels: 1 } })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
  return file;
}

async function pdfOf(source: string, paper: "picture" | "a4") {
  const target = path.join(folder, "out.pdf");
  await createDecoder({ maxPixels: 100_000_000 }).convert(source, target, { format: "pdf", paper }, new AbortController().signal);
  const bytes = await readFile(target);
  await rm(target);
  const text = bytes.toString("latin1");
  const sizes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/gu)].map(([, width, height]) => [Number(width), Number(height)]);
  const slices = [...text.matchAll(/\/XObject <<([^>]*)>>/gu)].map(([, names = ""]) =>
    [...names.matchAll(/\/I(\d+) /gu)].map(([, name]) => Number(name) - 1),
  );
  const pictures = await Promise.all(picturesOfPdf(bytes).map((picture) => decode(picture)));
  return { sizes, pages: slices.map((numbers) => numbers.toSorted((a, b) => a - b).map((number) => pictures[number])) };
}

/** Returns whether a row contains nothing except the rule between the columns. */
const isBlank = (raw: Buffer, width: number, row: number): boolean => {
  for (let x = 0; x < width; x += 1) if (x !== width >> 1 && raw[(row * width + x) * 3] !== 255) return false;
  return true;
};

describe("a PDF of a tall picture of text", () => {
  it.each([
    [1280, 20_000],
    [640, 60_000],
  ])("of %i × %i has A4 pages that end between lines and hold every row", { timeout: 60_000 }, async (width, height) => {
    const { sizes, pages } = await pdfOf(await textPicture(width, height), "a4");
    expect(pages.length).toBe(sizes.length);
    expect(pages.length).toBeLessThan((height * 1.35) / ((785 / 538) * width) + 1);
    let top = 0;
    for (const [at, slices] of pages.entries()) {
      expect(sizes[at]).toEqual([595.28, 841.89]);
      let rows = 0;
      for (const [number, slice] of slices.entries()) {
        if (!slice) throw new Error("A slice is missing.");
        // Slices overlap by two rows.
        const isLast = number === slices.length - 1;
        for (const row of [0, slice.height - 1])
          for (const x of [0, 33, width - 40])
            expect(slice.raw[(row * width + x) * 3], `page ${at}`).toBe(inkAt(x, top + rows + row, width));
        rows += isLast ? slice.height : slice.height - 2;
      }
      const last = slices.at(-1);
      if (at > 0) expect(isBlank(slices[0]?.raw ?? Buffer.alloc(0), width, 0), `the first row of page ${at}`).toBe(true);
      if (at < pages.length - 1 && last) expect(isBlank(last.raw, width, last.height - 1), `the last row of page ${at}`).toBe(true);
      top += rows;
    }
    expect(top).toBe(height);
  });

  it("is one long page on request, scaled down to the maximum page length of PDF", { timeout: 60_000 }, async () => {
    const { sizes, pages } = await pdfOf(await textPicture(640, 60_000), "picture");
    expect(sizes.map(([width = 0, height = 0]) => [Math.round(width * 10) / 10, height])).toEqual([[153.6, 14_400]]);
    const rows = (pages[0] ?? []).map((slice, at, all) => (slice?.height ?? 0) - (at < all.length - 1 ? 2 : 0));
    expect(rows.reduce((sum, each) => sum + each, 0)).toBe(60_000);
    const short = await pdfOf(await textPicture(400, 2_000), "picture");
    expect(short.sizes).toEqual([[300, 1_500]]);
  });
});

it("a PDF loads no font, because the built server contains no font files", async () => {
  const { sizes } = await pdfOf(await textPicture(80, 30), "picture");
  expect(sizes).toHaveLength(1);
  expect(Object.keys(createRequire(import.meta.url).cache).filter((file) => /pdfkit.*font/iu.test(file))).toEqual([]);
});
