import type { UploadDestination } from "./upload-destination.ts";

/** A partial upload on the server, stored across page reloads. */
export interface StoredUpload {
  key: string;
  userId: string;
  name: string;
  sizeBytes: number;
  lastModified: number;
  place: UploadDestination;
  url: string;
  /** Time of the last progress in epoch milliseconds. */
  keptAt: number;
}

const KEY = "stillreel-uploads";
/** Time after which the server deletes unfinished uploads; older entries are removed. */
const STORED_MS = 24 * 3_600_000;
const STORED_MAX = 200;

/** Returns the stored uploads of all users of this browser. Empty when storage is blocked. */
function readAll(): StoredUpload[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as StoredUpload[]).filter(({ keptAt }) => Date.now() - keptAt < STORED_MS) : [];
  } catch {
    return [];
  }
}

function writeAll(stored: readonly StoredUpload[]): void {
  try {
    if (stored.length > 0) localStorage.setItem(KEY, JSON.stringify(stored.slice(-STORED_MAX)));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage an upload does not survive a reload but continues until then.
  }
}

export const storedUploads = {
  list: (userId: string): StoredUpload[] => readAll().filter((stored) => stored.userId === userId),
  save(upload: StoredUpload): void {
    writeAll([...readAll().filter((stored) => stored.key !== upload.key), upload]);
  },
  forget(key: string): void {
    const all = readAll();
    if (all.some((stored) => stored.key === key)) writeAll(all.filter((stored) => stored.key !== key));
  },
};

const DATABASE = "stillreel-uploads";
const STORE = "handles";

/** Runs one operation on the stored file handles; undefined in browsers without them. */
function withHandles<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const none = (): void => resolve(undefined);
    try {
      const opening = indexedDB.open(DATABASE, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
      opening.onerror = none;
      opening.onsuccess = () => {
        const database = opening.result;
        try {
          const transaction = database.transaction(STORE, mode);
          const request = work(transaction.objectStore(STORE));
          transaction.oncomplete = () => resolve(request.result);
          transaction.onerror = transaction.onabort = none;
        } catch {
          none();
        } finally {
          database.close();
        }
      };
    } catch {
      none();
    }
  });
}

/** File handles of stored uploads, by key. */
export const storedHandles = {
  save: (key: string, handle: FileSystemFileHandle): Promise<unknown> => withHandles("readwrite", (store) => store.put(handle, key)),
  find: (key: string): Promise<FileSystemFileHandle | undefined> =>
    withHandles("readonly", (store) => store.get(key) as IDBRequest<FileSystemFileHandle | undefined>),
  forget: (key: string): Promise<unknown> => withHandles("readwrite", (store) => store.delete(key)),
};

/** Time limit for other tabs to report their uploads. */
const ANSWER_MS = 300;
const CHANNEL = "stillreel-uploads";

type TabMessage = { type: "who" } | { type: "mine"; keys: string[] };

/** Reports this tab's uploads to other tabs and requests theirs. */
export function joinTabs(running: () => string[]): { othersRunning(): Promise<Set<string>> } {
  if (typeof BroadcastChannel === "undefined") return { othersRunning: () => Promise.resolve(new Set()) };
  const channel = new BroadcastChannel(CHANNEL);
  const received = new Set<string>();
  channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === "who") channel.postMessage({ type: "mine", keys: running() } satisfies TabMessage);
    else for (const key of data.keys) received.add(key);
  });
  return {
    othersRunning: () => {
      channel.postMessage({ type: "who" } satisfies TabMessage);
      return new Promise((resolve) => setTimeout(() => resolve(received), ANSWER_MS));
    },
  };
}
