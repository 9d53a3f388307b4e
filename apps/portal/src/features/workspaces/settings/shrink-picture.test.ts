import { expect, test } from "vitest";
import { type Attempt, attempts, firstThatFits, logoType } from "./shrink-picture.ts";

const blobOf = (bytes: number): Blob => new Blob([new Uint8Array(bytes)]);

test("a large image is tried in decreasing sizes, never enlarged", () => {
  const sides = [...new Set(attempts("avatar", 300, 200, false).map(({ side }) => side))];
  expect(sides).toEqual([300, 256, 192, 128, 96, 64]);
  expect(attempts("avatar", 4_000, 3_000, false)[0]?.side).toBe(512);
});

test("an image with transparency is not converted to JPEG", () => {
  expect(new Set(attempts("icon", 900, 900, true).map(({ type }) => type))).toEqual(new Set(["image/png"]));
  expect(attempts("icon", 900, 900, false).some(({ type }) => type === "image/jpeg")).toBe(true);
});

test("the first attempt of 30 KB or less is taken, and no byte more", async () => {
  const sizes = [40_000, 30_721, 30_720, 10];
  const tries: Attempt[] = sizes.map((_, index) => ({ side: 512 - index, type: "image/png" }));
  const written: number[] = [];
  const found = await firstThatFits(tries, async ({ side }) => {
    written.push(512 - side);
    return blobOf(sizes[512 - side] ?? 0);
  });
  expect(found?.attempt.side).toBe(510);
  expect(written).toEqual([0, 1, 2]);
  expect(await firstThatFits(tries.slice(0, 2), async () => blobOf(40_000))).toBeNull();
});

test("the first bytes of a file determine its type, not its name", async () => {
  const file = (bytes: number[] | string, name: string): File =>
    new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], name, { type: "image/png" });
  expect(await logoType(file([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], "a.svg"))).toBe("image/png");
  expect(await logoType(file([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0], "a.png"))).toBe("image/jpeg");
  expect(await logoType(file("<svg xmlns='http://www.w3.org/2000/svg'/>", "logo.png"))).toBeNull();
  expect(await logoType(file([], "empty.png"))).toBeNull();
});
