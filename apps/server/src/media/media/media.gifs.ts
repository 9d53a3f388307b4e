import { createReadStream, type ReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Videos } from "../../platform/ports/video.port.ts";
import { gifOperation } from "./media.extras.plan.ts";
import type { Work } from "./media.work.ts";

/** Maximum number of concurrent conversions in this process. Below: maximum number of waiting ones. */
const AT_ONCE = 1;
const WAITING_MAX = 6;

/** A finished file. The stream must be read or destroyed, which deletes the file. */
export interface MadeFile {
  stream: ReadStream;
  sizeBytes: number;
}

/** Creates the service for GIFs of a video range. They are created on request and not stored. */
export function createGifs({ videos, work }: { videos: Videos; work: Work }) {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    /** Returns whether the queue is full. */
    isBusy: (): boolean => waiting.length >= WAITING_MAX,

    /** @param range in seconds @throws VideoError, StorageError, the signal's reason */
    make: (storageKey: string, range: { from: number; to: number }, signal: AbortSignal): Promise<MadeFile> =>
      inTurn(async () => {
        signal.throwIfAborted();
        const folder = await work.folder();
        try {
          const source = await work.bring(folder.path, storageKey, signal);
          const target = join(folder.path, "moving.gif");
          await videos.convert(gifOperation(await videos.probe(source, signal), source, target, range), { signal });
          const { size: sizeBytes } = await stat(target);
          const stream = createReadStream(target, { highWaterMark: 256 * 1024 });
          stream.once("close", () => void folder.remove());
          return { stream, sizeBytes };
        } catch (error) {
          await folder.remove();
          throw error;
        }
      }),
  };
}

export type Gifs = ReturnType<typeof createGifs>;
