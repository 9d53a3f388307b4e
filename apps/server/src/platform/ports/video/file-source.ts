import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { CustomSource } from "mediabunny";

const CACHE_BYTES = 16 * 1024 * 1024;

/**
 * Returns a file as a source of the library. Only for child processes: reads block. Those of the library's own source wait for another
 * thread, which took half of the time of copying the packets of a video.
 */
export function fileSource(path: string): CustomSource {
  let file: number | null = null;
  const opened = (): number => (file ??= openSync(path, "r"));
  return new CustomSource({
    getSize: () => fstatSync(opened()).size,
    read: (start, end) => {
      const bytes = new Uint8Array(end - start);
      let done = 0;
      while (done < bytes.length) {
        const count = readSync(opened(), bytes, done, bytes.length - done, start + done);
        if (count === 0) throw new Error("The file became shorter.");
        done += count;
      }
      return bytes;
    },
    dispose: () => {
      if (file !== null) closeSync(file);
      file = null;
    },
    maxCacheSize: CACHE_BYTES,
    prefetchProfile: "fileSystem",
  });
}
