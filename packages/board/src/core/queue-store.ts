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
 * Stores the unsent changes of one user on one board in this browser. Each tab has its own row and a lock. A new tab takes over the rows of
 * closed tabs in one transaction, so that no two tabs send the same row.
 */
export function createQueueStore(boardId: string, userId: string): QueueStore {
  const owner = `${userId}/${boardId}`;
  const key = `${owner}/${tabName()}`;
  const lock = holdLock(key);
  const database = openDatabase();
  // A failing storage must not fail the board: changes are then only in this page.
  database.catch(() => undefined);
  const table = async (): Promise<IDBObjectStore> => (await database).transaction(STORE, "readwrite").objectStore(STORE);
  const takeRows = async (isFree: (row: Row) => boolean): Promise<Waiting> => {
    const rows = await table();
    const free = (await done<Row[]>(rows.index("owner").getAll(owner))).filter(isFree);
    const waiting = joined(free);
    for (const row of free) rows.delete(row.key);
    if (free.length > 0) await done(rows.put({ ...waiting, key, owner } satisfies Row));
    return waiting;
  };
  return {
    async adopt() {
      try {
        await lock.isHeld;
        return await alone(`${owner}/adopt`, key, takeRows);
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
    close: lock.release,
  };
}
