import { describe, expect, it } from "vitest";
import { planA4Pages, planPicturePage, quietestRow } from "./pdf.plan.ts";

/** Rows of RGB: `#` is a row of text, `.` an empty one. */
function rowsOf(rows: string, width: number): Uint8Array {
  const pixels = new Uint8Array(rows.length * width * 3).fill(255);
  [...rows].forEach((kind, row) => {
    if (kind === "#") for (let x = 0; x < width; x += 2) pixels.fill(0, (row * width + x) * 3, (row * width + x) * 3 + 3);
  });
  return pixels;
}

describe("a cut", () => {
  it("falls between lines of text, as late as it may", () => {
    expect(quietestRow(rowsOf("##..##..##", 9), 9)).toBe(7);
    expect(quietestRow(rowsOf("#.########", 9), 9)).toBe(1);
    expect(quietestRow(rowsOf("..........", 9), 9)).toBe(9);
    expect(quietestRow(rowsOf("##########", 9), 9)).toBe(9);
    expect(quietestRow(new Uint8Array(0), 9)).toBe(0);
  });
});

describe("A4 pages", () => {
  it("show every row once, within the margins, and are nearly full", async () => {
    const asked: [number, number][] = [];
    const pages = await planA4Pages(1280, 20_000, async (from, to) => {
      asked.push([from, to]);
      return from + 10;
    });
    expect(pages?.[0]?.top).toBe(0);
    expect(pages?.at(-1)?.bottom).toBe(20_000);
    for (const [at, page] of (pages ?? []).entries()) {
      if (at > 0) expect(page.top).toBe(pages?.[at - 1]?.bottom);
      expect(page.bottom).toBeGreaterThan(page.top);
      expect(page.y + (page.bottom - page.top) * page.scale).toBeLessThanOrEqual(841.89 - 28.35 + 1e-6);
      expect(page.x + 1280 * page.scale).toBeLessThanOrEqual(595.28 - 28.35 + 1e-6);
    }
    for (const [from, to] of asked) expect(to - from).toBeLessThanOrEqual(0.12 * 1_870);
  });

  it("never make a picture larger, and are not made by the thousand", async () => {
    const pages = await planA4Pages(100, 100, async (from) => from);
    expect(pages).toEqual([expect.objectContaining({ scale: 0.75, top: 0, bottom: 100 })]);
    expect(await planA4Pages(1, 100_000_000, async (from) => from)).toBeNull();
  });
});

describe("a page of the picture's own size", () => {
  it("stays within what a PDF may have", () => {
    expect(planPicturePage(400, 200)).toEqual([{ width: 300, height: 150, x: 0, y: 0, scale: 0.75, top: 0, bottom: 200 }]);
    const [tall] = planPicturePage(1000, 100_000);
    expect([tall?.width, tall?.height].map((length) => Math.round(length ?? 0))).toEqual([144, 14_400]);
    expect(tall?.height).toBeLessThanOrEqual(14_400);
    expect(planPicturePage(1, 1)[0]).toMatchObject({ width: 3, height: 3 });
  });
});
