import type { StoredCapture } from "../core/stored-capture.ts";
import { isOwnedBy, ownerNow } from "../../shared/data/owner.ts";

const DATABASE = "captures";
const CAPTURES = "captures";
const PICTURES = "pictures";
/** Every page and the worker hear on it that a capture changed. */
const CHANNEL = "captures.changed";

/** Which pixels of a capture: as taken, or with what was drawn over them when it was last saved. */
export type PictureKind = "base" | "flat";

/** This machine has no room for the picture. */
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
 * @param durability `strict`: the disk has it; `relaxed`: the system has it, and only a power cut could still take it
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
  // Whoever fails first is told; the other promise must not go unheard.
  ended.catch(() => undefined);
  const result = await work(transaction.objectStore(CAPTURES), transaction.objectStore(PICTURES));
  await ended;
  return result;
}

const nameOf = (id: string, kind: PictureKind): string => `${id}/${kind}`;

/** Counts the captures that the popup and the icon tell of: those that wait for the server, and those that it refused. */
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
 * Keeps a capture and its pixels.
 * @throws DiskFullError
 */
export async function storeCapture(capture: StoredCapture, base: Blob): Promise<void> {
  await write((captures, pictures) => {
    captures.put(capture);
    pictures.put(base, nameOf(capture.id, "base"));
  });
  await publish(capture.id);
}

/** A capture by its id; thrown-away ones too. */
export async function captureById(id: string): Promise<StoredCapture | null> {
  const database = await open();
  return ((await resultOf(database.transaction(CAPTURES).objectStore(CAPTURES).get(id))) as StoredCapture | undefined) ?? null;
}

/** All captures that are not thrown away, oldest first. */
export async function allCaptures(): Promise<StoredCapture[]> {
  const database = await open();
  const all = (await resultOf(database.transaction(CAPTURES).objectStore(CAPTURES).getAll())) as StoredCapture[];
  return all.filter(({ discardedAt }) => discardedAt === null).toSorted((a, b) => a.createdAt - b.createdAt);
}

/** Captures that were thrown away, and can still be brought back. */
export async function discardedCaptures(): Promise<StoredCapture[]> {
  const database = await open();
  const all = (await resultOf(database.transaction(CAPTURES).objectStore(CAPTURES).getAll())) as StoredCapture[];
  return all.filter(({ discardedAt }) => discardedAt !== null);
}

/** The pixels of a capture; null when there are none of that kind. */
export async function pictureOf(id: string, kind: PictureKind): Promise<Blob | null> {
  const database = await open();
  return ((await resultOf(database.transaction(PICTURES).objectStore(PICTURES).get(nameOf(id, kind)))) as Blob | undefined) ?? null;
}

/**
 * Changes a capture in one transaction with what it is now.
 * @param flat pixels of the saved picture; null to drop them, nothing to leave them as they are
 * @returns the capture as it is now; null when it is not there
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
 * Changes how far a capture is on its way. A power cut may set that back, which costs a repeated request and no picture;
 * so neither the disk nor those who count captures are waited for.
 * @returns the capture as it is now; null when it is not there
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

/** Lets captures go for ever, with their pixels. */
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

/** Calls back with the id of each capture that changes anywhere in the extension; answers how to stop. */
export function watchCaptures(onChange: (id: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<string>) => onChange(data));
  return () => channel.close();
}
