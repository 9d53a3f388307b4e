import { isLeftBehind } from "./file-kind.ts";
import { FORM_MAX_BYTES } from "./sending.ts";
import type { PickedFile } from "./upload-destination.ts";

/** The part of a drop that has to be read before its event ends. */
interface Dropped {
  entry: FileSystemEntry | null;
  file: File | null;
  handle: Promise<FileSystemFileHandle | null> | undefined;
}

type HandleItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };

/** A handle on a dropped file, where the browser gives any. */
async function handleOf(item: HandleItem): Promise<FileSystemFileHandle | null> {
  try {
    const handle = await item.getAsFileSystemHandle?.();
    return handle?.kind === "file" ? (handle as FileSystemFileHandle) : null;
  } catch {
    return null;
  }
}

/** Everything that was dropped, folders with all that lies in them. Has to be called while the event is handled. */
export function readDrop(transfer: DataTransfer): Promise<PickedFile[]> {
  const dropped = [...transfer.items]
    .filter((item) => item.kind === "file")
    .map((item): Dropped => {
      const file = item.getAsFile();
      // Only what is worth resuming; asking for ten thousand handles takes seconds.
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
  // A reader gives a hundred at a time, and nothing when it is done.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)).catch(() => null);
    // A folder that cannot be read is told of by its name.
    if (entries === null) found.push({ file: new File([], folder.name), path });
    if (entries === null || entries.length === 0) return;
    for (const entry of entries) {
      if (entry.isDirectory) await walk(entry as FileSystemDirectoryEntry, [...path, entry.name], found);
      else if (!isLeftBehind(entry.name)) found.push({ file: await fileOf(entry as FileSystemFileEntry), path });
    }
  }
}

/** The file behind an entry; an empty one, which is refused by name, where it cannot be read. */
function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(() => new File([], entry.name));
}

/** The files of a file field; those of a folder field know the folders that they lay in. */
export function readChosen(files: Iterable<File>): PickedFile[] {
  return [...files]
    .filter((file) => !file.webkitRelativePath || !isLeftBehind(file.name))
    .map((file) => ({ file, path: file.webkitRelativePath.split("/").slice(0, -1) }));
}
