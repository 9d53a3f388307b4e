import { isLeftBehind } from "./file-kind.ts";
import { FORM_MAX_BYTES } from "./sending.ts";
import type { PickedFile } from "./upload-destination.ts";

/** The part of a drop that must be read before its event ends. */
interface Dropped {
  entry: FileSystemEntry | null;
  file: File | null;
  handle: Promise<FileSystemFileHandle | null> | undefined;
}

type HandleItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };

/** Returns the handle of a dropped file where the browser supports it. */
async function handleOf(item: HandleItem): Promise<FileSystemFileHandle | null> {
  try {
    const handle = await item.getAsFileSystemHandle?.();
    return handle?.kind === "file" ? (handle as FileSystemFileHandle) : null;
  } catch {
    return null;
  }
}

/** Reads all dropped files and folders recursively. Must be called during the event. */
export function readDrop(transfer: DataTransfer): Promise<PickedFile[]> {
  const dropped = [...transfer.items]
    .filter((item) => item.kind === "file")
    .map((item): Dropped => {
      const file = item.getAsFile();
      // Only for files worth resuming; ten thousand handles would take seconds.
      const handle = file && file.size > FORM_MAX_BYTES ? handleOf(item) : undefined;
      return { entry: item.webkitGetAsEntry(), file, handle };
    });
  return readDropped(dropped);
}

async function readDropped(dropped: readonly Dropped[]): Promise<PickedFile[]> {
  const found: PickedFile[] = [];
  for (const { entry, file, handle } of dropped) {
    if (entry?.isDirectory) await walk(entry as FileSystemDirectoryEntry, [entry.name], found);
    else if (file) found.push({ file, path: [], ...(handle ? { handle } : {}) });
  }
  return found;
}

async function walk(folder: FileSystemDirectoryEntry, path: readonly string[], found: PickedFile[]): Promise<void> {
  const reader = folder.createReader();
  // A reader returns at most a hundred entries per call, and none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)).catch(() => null);
    // An unreadable folder is reported by its name.
    if (entries === null) found.push({ file: new File([], folder.name), path });
    if (entries === null || entries.length === 0) return;
    for (const entry of entries) {
      if (entry.isDirectory) await walk(entry as FileSystemDirectoryEntry, [...path, entry.name], found);
      else if (!isLeftBehind(entry.name)) found.push({ file: await fileOf(entry as FileSystemFileEntry), path });
    }
  }
}

/** Returns the file of an entry; an empty file, which is refused by name, when it is unreadable. */
function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(() => new File([], entry.name));
}

/** Returns the files of a file input; those of a folder input include their path. */
export function readChosen(files: Iterable<File>): PickedFile[] {
  return [...files]
    .filter((file) => !file.webkitRelativePath || !isLeftBehind(file.name))
    .map((file) => ({ file, path: file.webkitRelativePath.split("/").slice(0, -1) }));
}
