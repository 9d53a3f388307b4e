import type { UploadDestination } from "./upload-destination.ts";

/** An upload that a server holds a part of, kept over reloads of the page. */
export interface StoredUpload {
  key: string;
  userId: string;
  name: string;
  sizeBytes: number;
  lastModified: number;
  place: UploadDestination;
  url: string;
  /** When it was last heard of, in epoch milliseconds. */
  keptAt: number;
}

const KEY = "stillreel-uploads";
/** The server gives unfinished uploads up after this long, and so do we. */
const STORED_MS = 24 * 3_600_000;
const STORED_MAX = 200;

/** Every upload that is kept, of everybody who used this browser. Storage that is blocked holds none. */
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
    // Without storage an upload does not survive a reload; it goes on all the same.
  }
}

export const storedUploads = {
  list: (userId: string): StoredUpload[] => readAll().filter((stored) => stored.userId === userId),
  keep(upload: StoredUpload): void {
    writeAll([...readAll().filter((stored) => stored.key !== upload.key), upload]);
  },
  forget(key: string): void {
    const all = readAll();
    if (all.some((stored) => stored.key === key)) writeAll(all.filter((stored) => stored.key !== key));
  },
};

const DATABASE = "stillreel-uploads";
const STORE = "handles";

/** One piece of work on the handles that browsers let pages keep; undefined where they do not. */
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

/** Handles on the files of kept uploads, by key. */
export const storedHandles = {
  keep: (key: string, handle: FileSystemFileHandle): Promise<unknown> => withHandles("readwrite", (store) => store.put(handle, key)),
  find: (key: string): Promise<FileSystemFileHandle | undefined> =>
    withHandles("readonly", (store) => store.get(key) as IDBRequest<FileSystemFileHandle | undefined>),
  forget: (key: string): Promise<unknown> => withHandles("readwrite", (store) => store.delete(key)),
};

/** How long other tabs have to say which uploads they run. */
const ANSWER_MS = 300;
const CHANNEL = "stillreel-uploads";

type TabMessage = { type: "who" } | { type: "mine"; keys: string[] };

/** Tells other tabs which uploads run here, and asks them for theirs. */
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
