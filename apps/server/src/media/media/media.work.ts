import { createWriteStream } from "node:fs";
import { link, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Ports } from "../../platform/ports/index.ts";

/** Age in milliseconds after which files of a killed process are removed. */
const LEFTOVER_MS = 24 * 3_600_000;

/** Working folders of jobs. They are in the data folder, because the files may be larger than a memory disk. */
export interface Work {
  /** Runs `work` with a temporary folder that is removed afterwards. */
  inFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** Creates a temporary folder for work that ends elsewhere. `remove` must be called. */
  folder(): Promise<{ path: string; remove(): Promise<void> }>;
  /** Returns the object as a file: in place on disk, as a second link in the folder if possible, else downloaded into it. */
  bring(folder: string, storageKey: string, signal?: AbortSignal, name?: string): Promise<string>;
  /** Removes the folders of killed processes. Returns their number. */
  sweep(): Promise<number>;
}

/** Returns the folder of all working folders. It is on the disk of the data, so that inputs are links. */
export const workRoot = ({ config }: Pick<Ports, "config">): string => resolve(config.DATA_DIR, "work");

export function createWork({ storage, config, clock }: Pick<Ports, "storage" | "config" | "clock">): Work {
  const root = workRoot({ config });
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
