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

/** A converted picture in a temporary file, which must be deleted. */
export interface ConvertedFile {
  path: string;
  sizeBytes: number;
  delete(): Promise<void>;
}

/**
 * Converts a stored picture into a temporary file, so that a slow client does not hold it in memory.
 * @throws StorageError, ImageError
 */
export type Convert = (storageKey: string, conversion: Conversion, signal: AbortSignal) => Promise<Converted>;

/** Does the same for callers that read parts of the result. @throws StorageError, ImageError */
export type FileConvert = (storageKey: string, conversion: Conversion, signal: AbortSignal) => Promise<ConvertedFile>;

export function createFileConvert(storage: Storage, images: Pick<Images, "convert">): FileConvert {
  const convertInto = async (dir: string, storageKey: string, conversion: Conversion, signal: AbortSignal): Promise<string> => {
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
    return target;
  };
  return async (storageKey, conversion, signal) => {
    const dir = await mkdtemp(join(tmpdir(), "stillreel-"));
    const remove = (): Promise<void> => rm(dir, { recursive: true, force: true });
    try {
      const path = await convertInto(dir, storageKey, conversion, signal);
      return { path, sizeBytes: (await stat(path)).size, delete: remove };
    } catch (error) {
      await remove();
      throw error;
    }
  };
}

export function createConvert(storage: Storage, images: Images): Convert {
  const convert = createFileConvert(storage, images);
  return async (storageKey, conversion, signal) => {
    const file = await convert(storageKey, conversion, signal);
    const stream = createReadStream(file.path, { highWaterMark: 256 * 1024 });
    stream.once("close", () => void file.delete());
    return { stream, sizeBytes: file.sizeBytes };
  };
}
