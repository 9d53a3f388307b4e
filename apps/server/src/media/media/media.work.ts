import { createWriteStream } from "node:fs";
import { link, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Ports } from "../../platform/ports/index.ts";

/** What a killed process left is removed after this. */
const LEFTOVER_MS = 24 * 3_600_000;

/** Folders in which jobs work on files. They lie in the data folder: what is made there may be larger than a memory disk. */
export interface Work {
  /** Runs `work` with a folder of its own, which is gone afterwards. */
  inFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** A folder of one's own, for work that ends elsewhere; `remove` must be called. */
  folder(): Promise<{ path: string; remove(): Promise<void> }>;
  /** The object as a file: in place on disk, under a second name in the folder where that is possible, else fetched into it. */
  bring(folder: string, storageKey: string, signal?: AbortSignal, name?: string): Promise<string>;
  /** Removes what killed processes left. Answers how many folders. */
  sweep(): Promise<number>;
}

export function createWork({ storage, config, clock }: Pick<Ports, "storage" | "config" | "clock">): Work {
  const root = resolve(config.DATA_DIR, "work");
  async function folder(): Promise<{ path: string; remove(): Promise<void> }> {
    await mkdir(root, { recursive: true });
    const path = await mkdtemp(join(root, "job-"));
    return { path, remove: () => rm(path, { recursive: true, force: true }) };
  }

  return {
    folder,

    async inFolder(work) {
      const { path, remove } = await folder();
      try {
        return await work(path);
      } finally {
        await remove();
      }
    },

    async bring(folder, storageKey, signal, name = "original") {
      const path = join(folder, name);
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
