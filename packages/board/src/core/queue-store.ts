import type { BoardElement } from "@stillreel/contract";
import type { QueueStore } from "./board-client.types.ts";
import type { Waiting } from "./pending.ts";
import { isNewer } from "./versions.ts";

const DATABASE = "stillreel-boards";
const STORE = "queues";

/** Changes of one tab. */
interface Row extends Waiting {
  key: string;
  owner: string;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The storage of the browser failed.")));
  });

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener("upgradeneeded", () => {
    request.result.createObjectStore(STORE, { keyPath: "key" }).createIndex("owner", "owner");
  });
  return done(request);
}

/** Returns changes of several tabs together, each element in its newest state. */
function joined(rows: readonly Waiting[]): Waiting {
  const newest = new Map<string, BoardElement>();
  for (const element of rows.flatMap(({ elements }) => elements))
    if (isNewer(element, newest.get(element.id))) newest.set(element.id, element);
  const canvas = rows.findLast((row) => row.canvas)?.canvas;
  return { elements: [...newest.values()], ...(canvas && { canvas }) };
}

/** Returns a name for this tab. Without locks it survives a reload, so that the tab finds its own row again. */
function tabName(): string {
  const fresh = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join("");
  if ("locks" in navigator) return fresh;
  try {
    const name = sessionStorage.getItem(DATABASE) ?? fresh;
    sessionStorage.setItem(DATABASE, name);
    return name;
  } catch {
    return fresh;
  }
}

interface TabLock {
  isHeld: Promise<unknown>;
  release: () => void;
}

/** Holds a lock with the name of this tab. Its absence shows that a tab is closed. Pages without TLS have no locks. */
function holdLock(name: string): TabLock {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  if (!("locks" in navigator)) return { isHeld: Promise.resolve(), release: () => undefined };
  void navigator.locks.request(name, () => {
    held.resolve();
    return released.promise;
  });
  return { isHeld: held.promise, release: () => released.resolve() };
}

/** Runs something while no other tab does, and passes which rows belong to closed tabs. */
async function alone<T>(name: string, ownKey: string, run: (isFree: (row: Row) => boolean) => Promise<T>): Promise<T> {
  if (!("locks" in navigator)) return run((row) => row.key === ownKey);
  return navigator.locks.request(name, async () => {
    const { held = [] } = await navigator.locks.query();
    const open = new Set(held.map((lock) => lock.name));
    return run((row) => !open.has(row.key));
  });
}

/**
 * Stores the unsent changes of one user on one board in this browser. Each tab has its own row and a lock. An open tab takes over the rows of
 * closed tabs in one transaction, so that no two tabs send the same row.
 */
export function createQueueStore(boardId: string, userId: string): QueueStore {
  const owner = `${userId}/${boardId}`;
  const key = `${owner}/${tabName()}`;
  const lock = holdLock(key);
  const database = openDatabase();
  // A failing storage must not fail the board: changes are then only in this page.
  database.catch(() => undefined);
  const closing = new AbortController();
  const awaited = new Set<string>();
  const table = async (): Promise<IDBObjectStore> => (await database).transaction(STORE, "readwrite").objectStore(STORE);
  /** Calls back when another tab has closed, once for each tab. */
  const afterClose = (tab: string, run: () => void): void => {
    if (!("locks" in navigator) || awaited.has(tab)) return;
    awaited.add(tab);
    // The lock is granted when the tab that holds it is closed, and released again immediately.
    navigator.locks
      .request(tab, { signal: closing.signal }, () => undefined)
      .then(
        () => {
          awaited.delete(tab);
          run();
        },
        () => undefined,
      );
  };
  const adopt = async (onLater: (waiting: Waiting) => void): Promise<Waiting> => {
    await lock.isHeld;
    return alone(`${owner}/adopt`, key, async (isFree) => {
      const rows = await table();
      const all = await done<Row[]>(rows.index("owner").getAll(owner));
      const taken = all.filter((row) => row.key === key || isFree(row));
      const waiting = joined(taken);
      for (const row of taken) rows.delete(row.key);
      if (taken.length > 0) await done(rows.put({ ...waiting, key, owner } satisfies Row));
      for (const row of all) if (!taken.includes(row)) afterClose(row.key, () => void adopt(onLater).then(onLater, () => undefined));
      return waiting;
    });
  };
  return {
    async adopt(onLater) {
      try {
        return await adopt(onLater);
      } catch {
        return { elements: [] };
      }
    },
    async save(waiting) {
      try {
        const rows = await table();
        const isEmpty = waiting.elements.length === 0 && !waiting.canvas;
        if (isEmpty) await done(rows.delete(key));
        else await done(rows.put({ ...waiting, key, owner } satisfies Row));
      } catch {
        // The changes stay in this page.
      }
    },
    close() {
      closing.abort();
      lock.release();
    },
  };
}
