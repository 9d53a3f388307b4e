import { statfs } from "node:fs/promises";

/** Returns the bytes that this user may still write to the disk of a folder, and the size of the disk. */
export async function diskSpaceOf(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Returns the bytes that this user may still write to the disk of a folder. */
export const freeBytesOf = async (folder: string): Promise<number> => (await diskSpaceOf(folder)).freeBytes;
