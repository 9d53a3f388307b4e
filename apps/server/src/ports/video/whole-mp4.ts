import { open } from "node:fs/promises";

const HEADER_BYTES = 16;

/**
 * Does an MP4 hold an index and media, each to its end? The library says nothing when the disk was full or the file too
 * large while it wrote the last of it.
 */
export async function isWholeMp4(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const found = new Set<string>();
    const header = Buffer.alloc(HEADER_BYTES);
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(header, 0, HEADER_BYTES, at);
      if (bytesRead < 8) return false;
      const short = header.readUInt32BE(0);
      const length = short === 1 && bytesRead === HEADER_BYTES ? Number(header.readBigUInt64BE(8)) : short;
      if (length < 8 || at + length > size) return false;
      found.add(header.toString("latin1", 4, 8));
      at += length;
    }
    return found.has("moov") && found.has("mdat");
  } finally {
    await file.close();
  }
}
