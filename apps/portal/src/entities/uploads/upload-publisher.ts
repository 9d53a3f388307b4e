import { reduceUploads, type UploadEvent, type UploadQueue } from "./upload-queue.ts";

/** Minimum interval of progress notifications in milliseconds. */
const NOTIFY_MS = 80;

/** The queue of uploads with its subscribers. */
export interface UploadPublisher {
  subscribe(listener: () => void): () => void;
  current(): UploadQueue;
  /** Returns the queue as last published. */
  snapshot(): UploadQueue;
  /** Applies an event: urgent ones (user actions) are published immediately, others (progress) with a delay. */
  dispatch(event: UploadEvent, isUrgent?: boolean): void;
  /** Publishes a changed queue immediately. */
  notify(): void;
  idsWith(...states: string[]): string[];
}

/** Creates a publisher with an empty queue. */
export function createUploadPublisher(): UploadPublisher {
  let queue: UploadQueue = [];
  let notified: UploadQueue = queue;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const notify = (): void => {
    timer = undefined;
    if (notified === queue) return;
    notified = queue;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => queue,
    snapshot: () => notified,
    dispatch: (event, isUrgent = true) => {
      queue = reduceUploads(queue, event);
      if (isUrgent) {
        clearTimeout(timer);
        notify();
      } else timer ??= setTimeout(notify, NOTIFY_MS);
    },
    notify,
    idsWith: (...states) => queue.filter(({ status }) => states.includes(status)).map(({ id }) => id),
  };
}
