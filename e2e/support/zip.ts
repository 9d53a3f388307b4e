import { inflateRawSync } from "node:zlib";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const DEFLATED = 8;
/** Value of a size field that is too small for the size. The real size is then in the zip64 record. */
const ELSEWHERE = 0xffff_ffff;

/** Reads the files of a small zip by name, from the central directory at its end. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error("This is no zip, or it was cut off.");
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error("The zip's list is damaged.");
    const [method, sizeBytes, localAt] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    if (sizeBytes === ELSEWHERE || localAt === ELSEWHERE) throw new Error("Only small zips can be read here.");
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [number, number, number];
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString("utf8");
    const from = localAt + 30 + zip.readUInt16LE(localAt + 26) + zip.readUInt16LE(localAt + 28);
    const bytes = zip.subarray(from, from + sizeBytes);
    if (!name.endsWith("/")) files.set(name, method === DEFLATED ? inflateRawSync(bytes) : Buffer.from(bytes));
    at += 46 + nameLength + extraLength + noteLength;
  }
  return files;
}
