import { randomBytes } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { chunk } from "./png.ts";

/** An image with a secret, the same image with the secret covered, and a search for the secret in the responses of a server. */

export const WIDTH = 1600;
export const HEIGHT = 1000;
/** Position of the secret: noise whose pixels differ. */
export const BOX = { x: 400, y: 100, width: 240, height: 120 } as const;
export const COVER = [0x17, 0x16, 0x1c] as const;
/** Secret text in every text field of the PNG, and after its end. */
export const SECRET_TEXT = "Zq7-TOP-SECRET-4711";
/** Text that is only in the annotations. */
export const MARKER_TEXT = "only-in-the-layers-0815";
/** Coordinate that is only in the sensitive boxes of the capture. */
export const SENSITIVE_X = 987.125;

const noise = randomBytes(BOX.width * BOX.height * 3);

function pixels(isCovered: boolean): Buffer {
  const raw = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) raw.set([100 + ((x >> 4) & 63), 90 + ((y >> 4) & 63), 140], (y * WIDTH + x) * 3);
  for (let y = 0; y < BOX.height; y += 1)
    for (let x = 0; x < BOX.width; x += 1) {
      const from = (y * BOX.width + x) * 3;
      raw.set(isCovered ? COVER : noise.subarray(from, from + 3), ((y + BOX.y) * WIDTH + x + BOX.x) * 3);
    }
  return raw;
}

/** Adds the secret text to all text fields of a PNG. */
function withTexts(png: Buffer): Buffer {
  const text = Buffer.from(SECRET_TEXT);
  const exif = Buffer.concat([Buffer.from("4d4d002a000000080001010e000200000014", "hex"), Buffer.from("0000001a00000000", "hex"), text]);
  const chunks = [
    chunk("tEXt", Buffer.concat([Buffer.from("Comment\0"), text])),
    chunk("zTXt", Buffer.concat([Buffer.from("Title\0\0"), deflateSync(text)])),
    chunk("iTXt", Buffer.concat([Buffer.from("XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta>"), text])),
    chunk("eXIf", exif),
    chunk("prVt", text),
  ];
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33), Buffer.from("behind the end: "), text]);
}

/** Creates the three images, and their pixels as RGB. */
export async function makePictures() {
  const encode = (raw: Buffer): Promise<Buffer> =>
    sharp(raw, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .png()
      .toBuffer();
  const [open, covered] = [pixels(false), pixels(true)];
  const clean = await encode(covered);
  return { open, covered, openPng: withTexts(await encode(open)), coveredPng: withTexts(clean), cleanPng: clean };
}

/** Decodes an image to RGB. */
export async function decode(bytes: Uint8Array): Promise<{ raw: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(bytes).removeAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  return { raw: data, width: info.width, height: info.height };
}

/** Returns all encodings in which bytes may contain a text. */
function spellings(text: string): Buffer[] {
  const plain = Buffer.from(text);
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), plain])
      .toString("base64")
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return [
    plain,
    Buffer.from(text, "utf16le"),
    Buffer.from(text, "utf16le").swap16(),
    Buffer.from(plain.toString("hex")),
    ...base64.map((part) => Buffer.from(part)),
  ];
}
const TEXTS = [SECRET_TEXT, MARKER_TEXT, String(SENSITIVE_X)].flatMap(spellings);
/** Several runs of eight pixels of the secret. */
const STRETCHES = [0, 17, 60, 119].map((row) => noise.subarray((row * BOX.width + 40) * 3, (row * BOX.width + 48) * 3));

/** Returns the secret in the pixels of an image, or null. `most` is the maximum difference of a covered pixel from the cover's color. */
function secretInPixels({ raw, width, height }: { raw: Buffer; width: number; height: number }, most: number): string | null {
  if (STRETCHES.some((stretch) => raw.includes(stretch))) return "pixels of the secret";
  // Any rendition of the whole image contains the box, at its own scale.
  const scale = width / WIDTH;
  if (width < 40 || Math.abs(height / HEIGHT - scale) > 0.004) return null;
  const margin = scale === 1 && most === 0 ? 0 : 3;
  const [left, right] = [Math.ceil(BOX.x * scale) + margin, Math.floor((BOX.x + BOX.width) * scale) - margin];
  const [top, bottom] = [Math.ceil(BOX.y * scale) + margin, Math.floor((BOX.y + BOX.height) * scale) - margin];
  for (let y = top; y < bottom; y += 1)
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 1)
      if (Math.abs((raw[at] ?? 0) - (COVER[at % 3] ?? 0)) > most)
        return `a pixel of the box at ${Math.floor(at / 3) % width}, ${y} that is not covered`;
  return null;
}

/** Returns the images in a PDF of the product. */
export function picturesOfPdf(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  const text = bytes.toString("latin1");
  for (const match of text.matchAll(/<<((?:[^<>]|<<[^<>]*>>)*)>>\s*stream\r?\n/gu)) {
    const [whole, head = ""] = match;
    const number = (name: string): number => Number(new RegExp(`/${name} (\\d+)`, "u").exec(head)?.[1]);
    if (!head.includes("/Subtype /Image")) continue;
    const start = match.index + whole.length;
    const data = bytes.subarray(start, start + number("Length"));
    if (head.includes("/DCTDecode")) found.push(data);
    else {
      const header = Buffer.alloc(13);
      header.writeUInt32BE(number("Width"), 0);
      header.writeUInt32BE(number("Height"), 4);
      header.set([8, 2, 0, 0, 0], 8);
      const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
      found.push(Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]));
    }
  }
  return found;
}

/** Kinds of checked content, so that a test can detect a search that checked nothing. */
export interface Seen {
  pictures: number;
  archives: number;
  documents: number;
}

/** Returns the part of the secret in these bytes, also within archives, documents and images, or null. */
export async function findSecret(bytes: Buffer, seen: Seen): Promise<string | null> {
  if (TEXTS.some((text) => bytes.includes(text))) return "a secret text";
  const head = bytes.toString("latin1", 0, 12);
  if (head.startsWith("PK\u0003\u0004")) {
    seen.archives += 1;
    for (const [name, file] of Object.entries(unzipSync(bytes))) {
      const found = await findSecret(Buffer.concat([Buffer.from(name), Buffer.from("\n")]), seen);
      const within = found ?? (await findSecret(Buffer.from(file), seen));
      if (within) return `${within}, in ${name}`;
    }
  } else if (head.startsWith("%PDF")) {
    seen.documents += 1;
    const pictures = picturesOfPdf(bytes);
    if (pictures.length === 0) return "a PDF without any picture";
    for (const picture of pictures) {
      const within = await findSecret(picture, seen);
      if (within) return `${within}, in a PDF`;
    }
  } else if (/^(?:\u0089PNG|\u00ff\u00d8\u00ff|RIFF....WEBP|GIF8)/su.test(head)) {
    seen.pictures += 1;
    if (head.startsWith("\u0089PNG") && compressedTexts(bytes).some((text) => text.includes(SECRET_TEXT))) return "a secret text in a PNG";
    return secretInPixels(await decode(bytes), head.startsWith("\u0089PNG") ? 0 : 16);
  }
  return null;
}

function compressedTexts(png: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 8; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (png.toString("latin1", at + 4, at + 8) === "zTXt") found.push(inflateSync(data.subarray(data.indexOf(0) + 2)));
  }
  return found;
}
