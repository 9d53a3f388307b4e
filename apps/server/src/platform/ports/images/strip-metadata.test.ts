import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { png } from "@stillreel/testing";
import { createImages } from "./index.ts";

const images = createImages({ maxPixels: 120_000_000, folder: tmpdir() });
const SECRET = "GPS 52.5200 N 13.4050 E";

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function clean(bytes: Buffer, size = 997) {
  const { picture } = await images.clean(inPieces(bytes, size));
  if (!picture) return null;
  const out: Uint8Array[] = [];
  for await (const piece of picture.bytes) out.push(piece);
  return { bytes: Buffer.concat(out), ...picture.facts() };
}
const photo = (width = 90, height = 60) => sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes, { animated: true }).raw().toBuffer();
/** Inserts a text chunk after the header of a PNG. */
function withPngText(bytes: Buffer): Buffer {
  const data = Buffer.from(`Comment\0${SECRET}`, "latin1");
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write("tEXt", 4, "latin1");
  data.copy(chunk, 8);
  return Buffer.concat([bytes.subarray(0, 33), chunk, bytes.subarray(33)]);
}
const exif = { IFD0: { Copyright: SECRET, ImageDescription: SECRET } };

describe("removing metadata from images", () => {
  for (const [name, make] of [
    ["PNG", async () => withPngText(await photo().withExif(exif).png().toBuffer())],
    ["JPEG", () => photo().withExif(exif).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`).jpeg().toBuffer()],
    ["progressive JPEG", () => photo().withExif(exif).jpeg({ progressive: true }).toBuffer()],
    ["WebP", () => photo().withExif(exif).webp().toBuffer()],
    ["lossless WebP", () => photo().webp({ lossless: true }).toBuffer()],
    ["GIF", () => photo().gif().toBuffer()],
  ] as const) {
    it(`preserves every pixel of a ${name} and removes its metadata, in chunks of any size`, async () => {
      const bytes = Buffer.from(await make());
      for (const size of [1, 13, 997, 1 << 20]) {
        const out = await clean(bytes, size);
        expect(out).toMatchObject({ width: 90, height: 60 });
        expect(out?.bytes.includes("GPS 52")).toBe(false);
        expect(await pixels(out?.bytes ?? bytes)).toEqual(await pixels(bytes));
      }
    });
  }

  it("preserves the orientation of a JPEG and returns its displayed size", async () => {
    const bytes = await photo().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const out = await clean(bytes);
    expect(out).toMatchObject({ width: 60, height: 90 });
    expect((await sharp(out?.bytes).metadata()).orientation).toBe(6);
    expect((await images.thumbnails(out?.bytes ?? bytes)).width).toBe(60);
  });

  it("drops data after the end of the picture (polyglots)", async () => {
    for (const bytes of [png(20, 10), await photo().jpeg().toBuffer(), await photo().gif().toBuffer(), await photo().webp().toBuffer()]) {
      const out = await clean(Buffer.concat([bytes, Buffer.from("<script>alert(1)</script>")]));
      expect(out?.bytes.includes("<script>")).toBe(false);
    }
  });

  it("refuses a truncated picture of every type", async () => {
    for (const bytes of [png(200, 100), await photo().jpeg().toBuffer(), await photo().gif().toBuffer(), await photo().webp().toBuffer()]) {
      for (const share of [0.5, 0.9])
        await expect(clean(bytes.subarray(0, Math.floor(bytes.length * share)))).rejects.toMatchObject({ code: "damaged" });
      await expect(clean(bytes.subarray(0, bytes.length - 1))).rejects.toMatchObject({ code: "damaged" });
    }
  });

  it("refuses 50,000 × 50,000 pixels by the header, before decoding", async () => {
    const bomb = Buffer.from(png(8, 8));
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    await expect(clean(bomb)).rejects.toMatchObject({ code: "too-large" });
    await expect(images.thumbnails(bomb)).rejects.toMatchObject({ name: "ImageError" });
  });

  it("does not accept SVG, HTML, PDF, programs and empty files as images", async () => {
    for (const text of ["<svg xmlns='http://www.w3.org/2000/svg'/>", "<html><script>alert(1)</script>", "", "MZ\u0090\u0000", "%PDF-1.7"])
      expect(await clean(Buffer.from(text))).toBeNull();
    await expect(images.thumbnails(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"))).rejects.toMatchObject({
      code: "not-image",
    });
  });

  it("applies the pixel limit to all frames of an animation", async () => {
    const small = createImages({ maxPixels: 1_000, folder: tmpdir() });
    const frame = Buffer.from("2c000000001e001e0000020100003b".slice(0, -2), "hex");
    const gif = Buffer.concat([
      Buffer.from("GIF89a"),
      Buffer.from([30, 0, 30, 0, 0, 0, 0]),
      ...Array.from({ length: 10_000 }, () => frame),
      Buffer.from([0x3b]),
    ]);
    const { picture } = await small.clean(inPieces(gif, 65_536));
    await expect(
      (async () => {
        for await (const _ of picture?.bytes ?? []);
      })(),
    ).rejects.toMatchObject({ code: "too-large" });
  });

  it("creates thumbnails that are never larger than the image", async () => {
    const made = await images.thumbnails(await photo(1440, 900).png().toBuffer());
    expect([made.small.width, made.small.height, made.large.width, made.large.height]).toEqual([320, 200, 640, 400]);
    expect((await sharp(made.small.bytes).metadata()).format).toBe("webp");
    expect(Buffer.from(made.placeholder, "base64").length).toBeGreaterThan(4);
    const tiny = await images.thumbnails(png(8, 6));
    expect([tiny.large.width, tiny.large.height]).toEqual([8, 6]);
  });

  it("creates a smaller copy of a large image, and none of a small one", async () => {
    const tall = await images.thumbnails(await photo(1536, 3000).png().toBuffer());
    expect([tall.preview?.width, tall.preview?.height]).toEqual([768, 1500]);
    expect((await images.thumbnails(await photo(800, 600).png().toBuffer())).preview).toBeNull();
  });
});
