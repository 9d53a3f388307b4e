import { BufferTarget, StreamTarget, type Target } from "mediabunny";

/** Folder of trimmed videos on this browser's disk. */
const FOLDER = "trimmed";
/** Maximum size that is trimmed in memory, in browsers that cannot write to their disk here. */
const MEMORY_MAX_BYTES = 512 * 1024 * 1024;

/** A file that receives a trimmed video. */
export interface TrimFile {
  target: Target;
  /** Ends the writing. Returns the content. */
  finish(): Promise<Blob>;
  /** Deletes what was written. */
  discard(): Promise<void>;
}

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

function inMemory(bytes: number): TrimFile {
  if (bytes > MEMORY_MAX_BYTES) throw new Error("The video is too large to be trimmed in memory.");
  const target = new BufferTarget();
  return {
    target,
    finish: () => Promise.resolve(new Blob([target.buffer ?? new ArrayBuffer(0)])),
    discard: () => Promise.resolve(),
  };
}

/** Creates the file of a trimmed video on disk, or in memory. `bytes` is the size of the whole video. */
export async function createTrimFile(name: string, bytes: number): Promise<TrimFile> {
  const handle = await folder()
    .then((opened) => opened.getFileHandle(name, { create: true }))
    .catch(() => null);
  if (typeof handle?.createWritable !== "function") return inMemory(bytes);
  return {
    // The container writes its index at the end, so that the video is never in memory as a whole.
    target: new StreamTarget(await handle.createWritable(), { chunked: true }),
    finish: () => handle.getFile(),
    discard: () => removeTrimmed(name),
  };
}

/** Returns the content of a trimmed video of an earlier visit; null when it is not complete. */
export async function readTrimmed(name: string, bytes: number): Promise<Blob | null> {
  try {
    const file = await (await (await folder()).getFileHandle(name)).getFile();
    return file.size === bytes ? file : null;
  } catch {
    // It was in memory, or the browser removed it.
    return null;
  }
}

/** Deletes a trimmed video from this browser. */
export async function removeTrimmed(name: string): Promise<void> {
  await folder()
    .then((opened) => opened.removeEntry(name))
    .catch(() => undefined);
}
