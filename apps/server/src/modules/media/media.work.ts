import { createWriteStream } from "node:fs";
import { link, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Ports } from "../../ports/index.ts";

/** What a killed process left is removed after this. */
const LEFTOVER_MS = 24 * 3_600_000;

/** Folders in which jobs work on files. They lie in the data folder: what is made there may be larger than a memory disk. */
export interface Work {
  /** Runs `work` with a folder of its own, which is gone afterwards. */
  inFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** The object as a file: in place on disk, under a second name in the folder where that is possible, else fetched into it. */
  bring(folder: string, storageKey: string, signal?: AbortSignal): Promise<string>;
  /** Removes what killed processes left. Answers how many folders. */
  sweep(): Promise<number>;
}

export function createWork({ storage, config, clock }: Pick<Ports, "storage" | "config" | "clock">): Work {
  const root = resolve(config.DATA_DIR, "work");
  return {
    async inFolder(work) {
      await mkdir(root, { recursive: true });
      const folder = await mkdtemp(join(root, "job-"));
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },

    async bring(folder, storageKey, signal) {
      const path = join(folder, "original");
      const local = storage.localPath(storageKey);
      if (local !== null)
        return link(local, path).then(
          () => path,
          () => local,
        );
      const { stream } = await storage.get(storageKey);
      await pipeline(stream, createWriteStream(path), { signal });
      return path;
    },

    async sweep() {
      let swept = 0;
      for (const name of await readdir(root).catch(() => [])) {
        const path = join(root, name);
        const touched = await stat(path).catch(() => null);
        if (!touched || touched.mtimeMs > clock.now().getTime() - LEFTOVER_MS) continue;
        await rm(path, { recursive: true, force: true });
        swept += 1;
      }
      return swept;
    },
  };
}
