import type { AnnotationDocument } from "@stillreel/contract";

/** Annotations that were drawn and not saved yet, as this browser keeps them. */
export interface Draft {
  userId: string;
  itemId: string;
  document: AnnotationDocument;
  /** `pictureVersion` of the picture that they were drawn on. */
  baseVersion: number;
  /** When they last changed, in epoch milliseconds. */
  keptAt: number;
}

const DATABASE = "stillreel-drafts";
const STORE = "drafts";

const keyOf = (userId: string, itemId: string): string => `${userId}/${itemId}`;

/** One piece of work on the drafts; resolves when it is on the disk. */
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
 * Keeps a draft in this browser, in place of the one before.
 * @throws DOMException where the browser keeps nothing (private windows of some, a full disk)
 */
export const storeDraft = (draft: Draft): Promise<unknown> =>
  withDrafts("readwrite", (store) => store.put(draft, keyOf(draft.userId, draft.itemId))).finally(notify);

/** The draft of a picture; undefined when there is none, or the browser keeps nothing. */
export async function findDraft(userId: string, itemId: string): Promise<Draft | undefined> {
  try {
    return await withDrafts("readonly", (store) => store.get(keyOf(userId, itemId)) as IDBRequest<Draft | undefined>);
  } catch {
    // A browser that keeps nothing has no drafts.
    return undefined;
  }
}

/** Lets go of a picture's draft. */
export async function deleteDraft(userId: string, itemId: string): Promise<void> {
  await withDrafts("readwrite", (store) => store.delete(keyOf(userId, itemId))).catch(() => {
    // What was never kept need not go.
  });
  notify();
}

/** Lets go of every draft in this browser: whoever signs out leaves nothing behind. */
export async function deleteAllDrafts(): Promise<void> {
  await withDrafts("readwrite", (store) => store.clear()).catch(() => {
    // What was never kept need not go.
  });
  notify();
}

const listeners = new Set<() => void>();
const notify = (): void => {
  for (const listener of listeners) listener();
};

/** Hears when drafts of this page come or go. Answers how to stop. */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
