import { open } from "node:fs/promises";

const HEADER_BYTES = 16;

/** Layout of an MP4 file. */
export interface Mp4Layout {
  /** Whether index and media are complete. The library reports no error when the disk was full at the end. */
  isWhole: boolean;
  /** Whether the complete index precedes the media. */
  isFastStart: boolean;
}

/** Parses the top level of an MP4. */
export async function layoutOf(path: string): Promise<Mp4Layout> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const found = new Set<string>();
    const header = Buffer.alloc(HEADER_BYTES);
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(header, 0, HEADER_BYTES, at);
      if (bytesRead < 8) return { isWhole: false, isFastStart: false };
      const short = header.readUInt32BE(0);
      const length = short === 1 && bytesRead === HEADER_BYTES ? Number(header.readBigUInt64BE(8)) : short;
      if (length < 8 || at + length > size) return { isWhole: false, isFastStart: false };
      const type = header.toString("latin1", 4, 8);
      if (["moov", "moof", "mdat"].includes(type)) found.add(type);
      at += length;
    }
    const isWhole = found.has("moov") && found.has("mdat");
    return { isWhole, isFastStart: isWhole && [...found][0] === "moov" && !found.has("moof") };
  } finally {
    await file.close();
  }
}
