import { createReadStream, createWriteStream, type ReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Conversion, Images } from "../../platform/ports/images.port.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";

/** Result of a conversion. The stream must be read or destroyed, which deletes the temporary file. */
export interface Converted {
  stream: ReadStream;
  sizeBytes: number;
}

/**
 * Converts a stored picture into a temporary file, so that a slow client does not hold it in memory.
 * @throws StorageError, ImageError
 */
export type Convert = (storageKey: string, conversion: Conversion, signal: AbortSignal) => Promise<Converted>;

export function createConvert(storage: Storage, images: Images): Convert {
  const convertInto = async (dir: string, storageKey: string, conversion: Conversion, signal: AbortSignal): Promise<Converted> => {
    // Gives the same `not-found` error for every store.
    await storage.stat(storageKey);
    let source = storage.localPath(storageKey);
    if (source === null) {
      source = join(dir, "original");
      const { stream } = await storage.get(storageKey);
      await pipeline(stream, createWriteStream(source), { signal });
    }
    const target = join(dir, "converted");
    await images.convert(source, target, conversion, signal);
    const stream = createReadStream(target, { highWaterMark: 256 * 1024 });
    stream.once("close", () => void rm(dir, { recursive: true, force: true }));
    return { stream, sizeBytes: (await stat(target)).size };
  };
  return async (storageKey, conversion, signal) => {
    const dir = await mkdtemp(join(tmpdir(), "stillreel-"));
    try {
      return await convertInto(dir, storageKey, conversion, signal);
    } catch (error) {
      await rm(dir, { recursive: true, force: true });
      throw error;
    }
  };
}
