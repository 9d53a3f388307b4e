import { randomBytes } from "node:crypto";

/** Returns an MP4 with another hash and the same media: with a random box of this size (at least 8 bytes) at its end, which players skip. */
export function padded(file: Buffer, boxBytes: number): Buffer {
  const box = randomBytes(boxBytes);
  box.writeUInt32BE(box.length, 0);
  box.write("free", 4, "latin1");
  return Buffer.concat([file, box]);
}
