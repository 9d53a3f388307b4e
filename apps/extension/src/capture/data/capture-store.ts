import type { StoredCapture } from "../core/stored-capture.ts";
import { isOwnedBy, ownerNow } from "../../shared/data/owner.ts";

const DATABASE = "captures";
const CAPTURES = "captures";
const PICTURES = "pictures";
/** Name of the channel that notifies pages and worker of a changed capture. */
const CHANNEL = "captures.changed";

/** Kind of pixels: as captured, or with the annotations of the last save. */
export type PictureKind = "base" | "flat";

/** Error: the disk has no room for the picture. */
export class DiskFullError extends Error {
  override readonly name = "DiskFullError";
}

const failureOf = (error: unknown): unknown =>
  error instanceof DOMException && error.name === "QuotaExceededError" ? new DiskFullError("No room left.", { cause: error }) : error;

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(CAPTURES, { keyPath: "id" });
      request.result.createObjectStore(PICTURES);
    });
    request.addEventListener("error", () => reject(failureOf(request.error)));
    request.addEventListener("success", () => {
      request.result.addEventListener("close", () => (opening = null));
      resolve(request.result);
    });
  }).catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(failureOf(request.error)));
  });

/**
 * Runs one transaction and waits until it is written.
 * @param durability `strict`: written to disk; `relaxed`: written to the operating system, which only a power cut can lose
 */
async function write<T>(
  work: (captures: IDBObjectStore, pictures: IDBObjectStore) => T | Promise<T>,
  durability: "strict" | "relaxed" = "strict",
): Promise<T> {
  const database = await open();
  const transaction = database.transaction([CAPTURES, PICTURES], "readwrite", { durability });
  const ended = new Promise<void>((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(failureOf(transaction.error)));
  });
  // The first failure is reported; the second rejection must be handled too.
  ended.catch(() => undefined);
  const result = await work(transaction.objectStore(CAPTURES), transaction.objectStore(PICTURES));
  await ended;
  return result;
}

const nameOf = (id: string, kind: PictureKind): string => `${id}/${kind}`;

/** Publishes the number of captures that wait for the server and that the server refused, for popup and icon. */
export async function publishCount(): Promise<void> {
  const [captures, owner] = await Promise.all([allCaptures(), ownerNow()]);
  const isCounted = ({ upload, owner: mark }: StoredCapture): boolean =>
    upload.state !== "none" && upload.state !== "done" && isOwnedBy(mark, owner);
  await chrome.storage.local.set({ keptCount: captures.filter(isCounted).length });
}

async function publish(id: string): Promise<void> {
  await publishCount();
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(id);
  channel.close();
}

/**
 * Stores a capture and its pixels.
 * @throws DiskFullError
 */
export async function storeCapture(capture: StoredCapture, base: Blob): Promise<void> {
  await write((captures, pictures) => {
    captures.put(capture);
    pictures.put(base, nameOf(capture.id, "base"));
  });
  await publish(capture.id);
}

/** Returns a capture by its id, including discarded ones. */
export async function captureById(id: string): Promise<StoredCapture | null> {
  const database = await open();
  return ((await resultOf(database.transaction(CAPTURES).objectStore(CAPTURES).get(id))) as StoredCapture | undefined) ?? null;
}

/** Returns all captures that are not discarded, oldest first. */
export async function allCaptures(): Promise<StoredCapture[]> {
  const database = await open();
  const all = (await resultOf(database.transaction(CAPTURES).objectStore(CAPTURES).getAll())) as StoredCapture[];
  return all.filter(({ discardedAt }) => discardedAt === null).toSorted((a, b) => a.createdAt - b.createdAt);
}

/** Returns discarded captures that can still be restored. */
export async function discardedCaptures(): Promise<StoredCapture[]> {
  const database = await open();
  const all = (await resultOf(database.transaction(CAPTURES).objectStore(CAPTURES).getAll())) as StoredCapture[];
  return all.filter(({ discardedAt }) => discardedAt !== null);
}

/** Returns the pixels of a capture, or null when that kind does not exist. */
export async function pictureOf(id: string, kind: PictureKind): Promise<Blob | null> {
  const database = await open();
  return ((await resultOf(database.transaction(PICTURES).objectStore(PICTURES).get(nameOf(id, kind)))) as Blob | undefined) ?? null;
}

/**
 * Changes a capture in one transaction, based on its current state.
 * @param flat pixels of the saved picture; null deletes them, undefined leaves them unchanged
 * @returns the changed capture; null when it does not exist
 * @throws DiskFullError
 */
export async function changeCapture(
  id: string,
  change: (capture: StoredCapture) => Partial<StoredCapture>,
  flat?: Blob | null,
): Promise<StoredCapture | null> {
  const changed = await write(changing(id, change, flat));
  if (changed) await publish(id);
  return changed;
}

/**
 * Changes the upload state of a capture. A power cut may undo the change, which costs a repeated request but no picture,
 * so the call waits neither for the disk nor for the capture count.
 * @returns the changed capture; null when it does not exist
 */
export async function markCapture(id: string, change: (capture: StoredCapture) => Partial<StoredCapture>): Promise<StoredCapture | null> {
  const changed = await write(changing(id, change), "relaxed");
  if (changed) void publish(id).catch(() => undefined);
  return changed;
}

const changing =
  (id: string, change: (capture: StoredCapture) => Partial<StoredCapture>, flat?: Blob | null) =>
  async (captures: IDBObjectStore, pictures: IDBObjectStore): Promise<StoredCapture | null> => {
    const found = (await resultOf(captures.get(id))) as StoredCapture | undefined;
    if (!found) return null;
    const next: StoredCapture = { ...found, ...change(found), id };
    captures.put(next);
    if (flat === null) pictures.delete(nameOf(id, "flat"));
    else if (flat) pictures.put(flat, nameOf(id, "flat"));
    return next;
  };

/** Deletes captures with their pixels permanently. */
export async function removeCaptures(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await write((captures, pictures) => {
    for (const id of ids) {
      captures.delete(id);
      pictures.delete(nameOf(id, "base"));
      pictures.delete(nameOf(id, "flat"));
    }
  });
  for (const id of ids) await publish(id);
}

/** Calls back with the id of each capture that changes anywhere in the extension. Returns a function that unsubscribes. */
export function watchCaptures(onChange: (id: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<string>) => onChange(data));
  return () => channel.close();
}
