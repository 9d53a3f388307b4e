import type { AnnotationDocument } from "@stillreel/contract";

/** Unsaved annotations of an image, or edits of a video, stored in this browser. */
export interface Draft<D = AnnotationDocument> {
  userId: string;
  itemId: string;
  document: D;
  /** `pictureVersion`, or version of the edits, on which they are based. */
  baseVersion: number;
  /** Time of the last change in epoch milliseconds. */
  keptAt: number;
}

const DATABASE = "stillreel-drafts";
const STORE = "drafts";

const keyOf = (userId: string, itemId: string): string => `${userId}/${itemId}`;

/** Runs one operation on the drafts; resolves when it is on disk. */
async function withDrafts<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => resolve(opening.result);
  });
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/**
 * Stores a draft in this browser and replaces the previous one.
 * @throws DOMException when the browser cannot store it (some private windows, a full disk)
 */
export const storeDraft = (draft: Draft<unknown>): Promise<unknown> =>
  withDrafts("readwrite", (store) => store.put(draft, keyOf(draft.userId, draft.itemId))).finally(notify);

/** Returns the draft of a picture; undefined when there is none or storage is unavailable. */
export async function findDraft<D = AnnotationDocument>(userId: string, itemId: string): Promise<Draft<D> | undefined> {
  try {
    return await withDrafts("readonly", (store) => store.get(keyOf(userId, itemId)) as IDBRequest<Draft<D> | undefined>);
  } catch {
    // A browser without storage has no drafts.
    return undefined;
  }
}

/** Deletes a picture's draft. */
export async function deleteDraft(userId: string, itemId: string): Promise<void> {
  await withDrafts("readwrite", (store) => store.delete(keyOf(userId, itemId))).catch(() => {
    // Without storage there is nothing to delete.
  });
  notify();
}

/** Deletes every draft in this browser, at sign-out. */
export async function deleteAllDrafts(): Promise<void> {
  await withDrafts("readwrite", (store) => store.clear()).catch(() => {
    // Without storage there is nothing to delete.
  });
  notify();
}

const listeners = new Set<() => void>();
const notify = (): void => {
  for (const listener of listeners) listener();
};

/** Calls back when drafts of this page are stored or deleted. Returns a function that unsubscribes. */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
