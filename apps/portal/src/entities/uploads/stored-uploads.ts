import type { UploadPlace } from "./upload-destination.ts";

/** An upload that a server holds a part of, kept over reloads of the page. */
export interface KeptUpload {
  key: string;
  userId: string;
  name: string;
  sizeBytes: number;
  lastModified: number;
  place: UploadPlace;
  url: string;
  /** When it was last heard of, in epoch milliseconds. */
  keptAt: number;
}

const KEY = "stillreel-uploads";
/** The server gives unfinished uploads up after this long, and so do we. */
const KEPT_MS = 24 * 3_600_000;
const KEPT_MAX = 200;

/** Every upload that is kept, of everybody who used this browser. Storage that is blocked holds none. */
function readAll(): KeptUpload[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as KeptUpload[]).filter(({ keptAt }) => Date.now() - keptAt < KEPT_MS) : [];
  } catch {
    return [];
  }
}

function writeAll(kept: readonly KeptUpload[]): void {
  try {
    if (kept.length > 0) localStorage.setItem(KEY, JSON.stringify(kept.slice(-KEPT_MAX)));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage an upload does not survive a reload; it goes on all the same.
  }
}

export const keptUploads = {
  list: (userId: string): KeptUpload[] => readAll().filter((kept) => kept.userId === userId),
  keep(upload: KeptUpload): void {
    writeAll([...readAll().filter((kept) => kept.key !== upload.key), upload]);
  },
  forget(key: string): void {
    const all = readAll();
    if (all.some((kept) => kept.key === key)) writeAll(all.filter((kept) => kept.key !== key));
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
export const keptHandles = {
  keep: (key: string, handle: FileSystemFileHandle): Promise<unknown> => withHandles("readwrite", (store) => store.put(handle, key)),
  find: (key: string): Promise<FileSystemFileHandle | undefined> =>
    withHandles("readonly", (store) => store.get(key) as IDBRequest<FileSystemFileHandle | undefined>),
  forget: (key: string): Promise<unknown> => withHandles("readwrite", (store) => store.delete(key)),
};

/** How long other tabs have to say which uploads they run. */
const ANSWER_MS = 300;
const CHANNEL = "stillreel-uploads";

type Said = { type: "who" } | { type: "mine"; keys: string[] };

/** Tells other tabs which uploads run here, and asks them for theirs. */
export function joinTabs(running: () => string[]): { othersRunning(): Promise<Set<string>> } {
  if (typeof BroadcastChannel === "undefined") return { othersRunning: () => Promise.resolve(new Set()) };
  const channel = new BroadcastChannel(CHANNEL);
  const heard = new Set<string>();
  channel.addEventListener("message", ({ data }: MessageEvent<Said>) => {
    if (data.type === "who") channel.postMessage({ type: "mine", keys: running() } satisfies Said);
    else for (const key of data.keys) heard.add(key);
  });
  return {
    othersRunning: () => {
      channel.postMessage({ type: "who" } satisfies Said);
      return new Promise((resolve) => setTimeout(() => resolve(heard), ANSWER_MS));
    },
  };
}
