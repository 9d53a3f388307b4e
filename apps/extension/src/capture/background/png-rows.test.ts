import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { prependRows } from "./png-rows.ts";

/** Creates a picture in which neighbouring pixels differ, so that every PNG filter type is used. */
function picture(width: number, height: number): PNG {
  const png = new PNG({ width, height });
  for (let at = 0; at < png.data.length; at += 1) png.data[at] = at % 4 === 3 ? 255 : (at * 73 + (at >> 5) * 19) % 256;
  return png;
}

const rowsOf = (png: PNG): ImageData =>
  ({ data: new Uint8ClampedArray(png.data), width: png.width, height: png.height }) as unknown as ImageData;

test.each([
  [0, 6],
  [1, 6],
  [2, 6],
  [3, 6],
  [4, 6],
  [4, 2],
] as const)("rows come above a picture of filter %s and colour type %s without touching it", async (filterType, colorType) => {
  const [below, above] = [picture(37, 21), picture(37, 5)];
  const bytes = PNG.sync.write(below, { filterType, colorType });
  const joined = await prependRows(new Blob([new Uint8Array(bytes)]), rowsOf(above));
  const read = PNG.sync.read(Buffer.from(await joined.arrayBuffer()));
  expect([read.width, read.height]).toEqual([37, 26]);
  expect(Buffer.compare(read.data, Buffer.concat([above.data, below.data]))).toBe(0);
});

test("a file that is not an image of the extension is refused", async () => {
  await expect(prependRows(new Blob(["hello"]), rowsOf(picture(1, 1)))).rejects.toThrow("no PNG");
  const other = PNG.sync.write(picture(4, 4));
  await expect(prependRows(new Blob([new Uint8Array(other)]), rowsOf(picture(5, 1)))).rejects.toThrow("wide");
});
