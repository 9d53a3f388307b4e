import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { sniffImage } from "../../platform/ports/images/index.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { sniffVideo } from "../../platform/ports/video/index.ts";

/** Magic bytes of a zip's first entry, and of an empty zip. */
const ZIP_MAGIC = new Set(["504b0304", "504b0506"]);

/** Bytes at the start of a file that show its type. */
const HEAD_BYTES = 4_096;

/** A finished file that no item has yet: on the local disk, or in the store. */
export type FinishedFile = { path: string } | { storageKey: string; sizeBytes: number };

async function headOf(storage: Storage, file: FinishedFile): Promise<{ head: Buffer; sizeBytes: number }> {
  if ("storageKey" in file) {
    if (file.sizeBytes === 0) return { head: Buffer.alloc(0), sizeBytes: 0 };
    const { stream } = await storage.get(file.storageKey, { start: 0, end: HEAD_BYTES - 1 });
    return { head: Buffer.concat(await stream.toArray()), sizeBytes: file.sizeBytes };
  }
  const handle = await open(file.path, "r");
  try {
    const buffer = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return { head: buffer.subarray(0, bytesRead), sizeBytes: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}

/** Returns the length of a file, and its type by its first bytes, which is null for unsupported types. */
export async function sniff(
  storage: Storage,
  file: FinishedFile,
): Promise<{ content: "image" | "video" | "zip" | null; sizeBytes: number }> {
  const { head, sizeBytes } = await headOf(storage, file);
  return { content: contentOf(head), sizeBytes };
}

function contentOf(head: Buffer): "image" | "video" | "zip" | null {
  if (sniffImage(head) !== null) return "image";
  if (sniffVideo(head) !== null) return "video";
  return ZIP_MAGIC.has(head.subarray(0, 4).toString("hex")) ? "zip" : null;
}

async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}

/** Returns the SHA-256 of a local file in hex. */
export const hashOfFile = (path: string): Promise<string> => digestOf(createReadStream(path, { highWaterMark: 1024 * 1024 }));
/** Returns the SHA-256 of an object in hex. */
export const hashOf = async (storage: Storage, key: string): Promise<string> => digestOf((await storage.get(key)).stream);
