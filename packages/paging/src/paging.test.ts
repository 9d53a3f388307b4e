import { describe, expect, it } from "vitest";
import { findCut, planA4Pages, planPicturePage, type PictureRows } from "./index.ts";

/** Creates a gray image whose pixels come from a function, and records the requested rows. */
function picture(width: number, height: number, at: (x: number, y: number) => number, channels: 3 | 4 = 3): PictureRows & { most: number } {
  const made = {
    width,
    height,
    channels,
    most: 0,
    rows(top: number, bottom: number): Uint8Array {
      made.most = Math.max(made.most, bottom - top);
      const pixels = new Uint8Array((bottom - top) * width * channels).fill(255);
      for (let y = top; y < bottom; y += 1)
        for (let x = 0; x < width; x += 1)
          pixels.fill(at(x, y), ((y - top) * width + x) * channels, ((y - top) * width + x) * channels + 3);
      return pixels;
    },
  };
  return made;
}

/** Returns whether there is ink at this row of a line that is `size` rows high. Some letters have dots, and some descenders. */
function isInk(x: number, row: number, size: number): boolean {
  const letter = Math.floor(x / (size / 2));
  const [dot, gap, body] = [size * 0.1, size * 0.2, size * 0.8];
  if (row < dot) return letter % 3 === 0 && x % 4 < 2;
  if (row < gap) return false;
  if (row < body) return x % 4 < 2;
  return letter % 5 === 0 && x % 4 < 2;
}

/** Lines of text: `pitch` from one to the next, each `size` high. */
const text =
  (size: number, pitch: number, from = 0) =>
  (x: number, y: number): number => {
    const row = (y - from) % pitch;
    return y >= from && row < size && isInk(x, row, size) ? 0 : 255;
  };

const sliced = (cut: number, size: number, pitch: number, from = 0): boolean => {
  const row = (((cut - from) % pitch) + pitch) % pitch;
  return row > 0 && row < size;
};

describe("a cut", () => {
  it.each([
    [12, 16],
    [16, 19],
    [20, 40],
    [40, 120],
    [60, 90],
  ])("falls between lines of %i pixels every %i, wherever they begin, not below the dot of an i", async (size, pitch) => {
    for (let from = 0; from < pitch; from += 5) {
      const cut = await findCut(picture(120, 4_000, text(size, pitch, from)), 0, 1_000);
      expect(sliced(cut, size, pitch, from), `lines from ${from} cut at ${cut}`).toBe(false);
      expect(cut).toBeGreaterThan(880 - pitch);
      expect(cut).toBeLessThanOrEqual(1_000);
    }
  });

  it("takes a page's last gap, and goes further back only where the end has none", async () => {
    const figure = (y: number): boolean => y >= 720 && y < 1_300;
    const page = picture(120, 4_000, (x, y) => (figure(y) ? (x * 7 + y * 13) % 255 : text(20, 40)(x, y)));
    const cut = await findCut(page, 0, 1_000);
    expect(cut).toBeGreaterThan(700);
    expect(cut).toBeLessThanOrEqual(720);
  });

  it("does not take the borders of a table or a column for text, also where lines cross them", async () => {
    const table = picture(200, 4_000, (x, y) => ([3, 60, 61, 150, 197].includes(x) || y % 60 < 2 ? 120 : text(20, 60, 15)(x, y)));
    const cut = await findCut(table, 0, 1_000);
    expect(sliced(cut, 20, 60, 15)).toBe(false);
    expect(cut).toBeGreaterThan(940);
  });

  it("bears shades, noise and transparent canvases", async () => {
    const shaded = picture(300, 4_000, (x, y) => (text(20, 40)(x, y) === 0 ? 30 : 200 + ((x / 12) | 0) + ((x * 31 + y * 17) % 4)), 4);
    expect(sliced(await findCut(shaded, 0, 1_000), 20, 40)).toBe(false);
  });

  it("fills the page where nothing is written, and cuts a picture without any gap near its end", async () => {
    expect(
      await findCut(
        picture(50, 4_000, () => 255),
        0,
        1_000,
      ),
    ).toBeGreaterThan(990);
    const busy = picture(50, 4_000, (x, y) => (y === 950 ? (x > 24 ? 0 : 255) : x % 2 === y % 2 ? 0 : 255));
    expect(await findCut(busy, 0, 1_000)).toBe(951);
    const cut = await findCut(
      picture(50, 4_000, (x) => (x % 2) * 255),
      0,
      1_000,
    );
    expect(cut).toBeGreaterThan(880);
    expect(cut).toBeLessThanOrEqual(1_000);
  });
});

describe("A4 pages", () => {
  it("show every row once, within the margins, and are nearly full", async () => {
    const tall = picture(320, 20_000, text(16, 24));
    const pages = await planA4Pages(tall);
    expect(pages?.[0]?.top).toBe(0);
    expect(pages?.at(-1)?.bottom).toBe(20_000);
    for (const [at, page] of (pages ?? []).entries()) {
      if (at > 0) expect(page.top).toBe(pages?.[at - 1]?.bottom);
      expect(sliced(page.bottom, 16, 24) && page.bottom < 20_000).toBe(false);
      expect(page.y + (page.bottom - page.top) * page.scale).toBeLessThanOrEqual(841.89 - 28.35 + 1e-6);
      expect(page.x + 320 * page.scale).toBeLessThanOrEqual(595.28 - 28.35 + 1e-6);
    }
    expect(pages?.length).toBe(Math.ceil(20_000 / 1_040));
  });

  it("ask for a few rows of a wide picture at a time", async () => {
    const wide = {
      width: 6_000,
      height: 9_000,
      channels: 3 as const,
      most: 0,
      rows: (top: number, bottom: number) => {
        wide.most = Math.max(wide.most, bottom - top);
        return new Uint8Array((bottom - top) * 6_000 * 3);
      },
    };
    expect(await findCut(wide, 0, 8_700)).toBeGreaterThan(8_600);
    expect(wide.most * 6_000).toBeLessThanOrEqual(1_000_000);
  });

  it("never make a picture larger, and are not made by the thousand", async () => {
    const blank = { channels: 3, rows: () => new Uint8Array(0) } as const;
    expect(await planA4Pages({ width: 100, height: 100, ...blank })).toEqual([
      expect.objectContaining({ scale: 0.75, top: 0, bottom: 100 }),
    ]);
    expect(await planA4Pages({ width: 1, height: 100_000_000, ...blank })).toBeNull();
  });

  it("go forward whatever the picture's size", async () => {
    const pages = await planA4Pages(picture(60_000, 200, (x, y) => (x + y) % 2));
    expect(pages?.map(({ top, bottom }) => [top, bottom])).toEqual([[0, 200]]);
    for (const rows of [1, 2, 3, 9])
      expect(
        await findCut(
          picture(5, 100, () => 0),
          10,
          rows,
        ),
      ).toBeGreaterThan(10);
  });
});

describe("a page of the picture's own size", () => {
  it("stays within what a PDF may have", () => {
    expect(planPicturePage(400, 200)).toEqual([{ width: 300, height: 150, x: 0, y: 0, scale: 0.75, top: 0, bottom: 200 }]);
    const [tall] = planPicturePage(1_280, 60_000);
    expect([tall?.width, tall?.height].map((length) => Math.round(length ?? 0))).toEqual([307, 14_400]);
    expect(tall?.height).toBeLessThanOrEqual(14_400);
    expect(tall?.bottom).toBe(60_000);
    expect(planPicturePage(1, 1)[0]).toMatchObject({ width: 3, height: 3 });
  });
});
