import { isApiError } from "@stillreel/client";
import { planStarts, reduceUploads, summarizeUploads, type UploadEvent, type UploadFailure, type UploadQueue } from "./upload-queue.ts";
import type { SendHooks } from "./sending.ts";

/** An item as far as uploads care. */
interface NewItem {
  id: string;
  shareUrl: string | null;
}

/** What uploads need from outside. */
export interface UploadsDeps<I extends NewItem> {
  send(file: File, hooks: SendHooks): Promise<I | null>;
  refusalOf(file: File): UploadFailure | null;
  /** Told of each new item. `isOnly` when it was uploaded alone: its link then goes to the clipboard; resolves to whether it did. */
  onItem(item: I | null, isOnly: boolean): Promise<boolean>;
  now(): number;
}

/** The page's uploads, outside of React: they go on while pages change. */
export interface UploadsStore {
  subscribe(listener: () => void): () => void;
  current(): UploadQueue;
  /** Adds files of one drop, paste or choice. */
  add(files: readonly File[]): void;
  retry(id: string): void;
  /** Ends an upload, or takes a settled row off the list. */
  remove(id: string): void;
  clearSettled(): void;
  /** Marks a row's link as copied. */
  noteCopied(id: string): void;
  /** The file behind a row, for its picture; undefined once it is done. */
  fileOf(id: string): File | undefined;
  /** Starts again what failed for want of a network. */
  resumeOffline(): void;
}

interface Job {
  file: File;
  isOnly: boolean;
  abort: AbortController;
}

/** Makes an empty list of uploads. */
export function createUploadsStore<I extends NewItem>(deps: UploadsDeps<I>): UploadsStore {
  let queue: UploadQueue = [];
  let lastId = 0;
  const jobs = new Map<string, Job>();
  const listeners = new Set<() => void>();

  const dispatch = (event: UploadEvent): void => {
    queue = reduceUploads(queue, event);
    for (const listener of listeners) listener();
  };
  const startWaiting = (): void => {
    for (const id of planStarts(queue)) {
      const job = jobs.get(id);
      if (job) void run(id, job);
    }
  };

  async function run(id: string, job: Job): Promise<void> {
    dispatch({ type: "started", id, at: deps.now() });
    try {
      const item = await deps.send(job.file, {
        signal: job.abort.signal,
        onProgress: (sentBytes) => dispatch({ type: "progressed", id, sentBytes }),
      });
      if (job.abort.signal.aborted) return;
      dispatch({ type: "finished", id, result: { itemId: item?.id ?? null, shareUrl: item?.shareUrl ?? null } });
      jobs.delete(id);
      if (await deps.onItem(item, job.isOnly)) dispatch({ type: "copied", id });
    } catch (error) {
      if (!job.abort.signal.aborted) dispatch({ type: "failed", id, failure: failureOf(error) });
    } finally {
      startWaiting();
    }
  }

  const retry = (id: string): void => {
    const job = jobs.get(id);
    if (!job) return;
    job.abort = new AbortController();
    dispatch({ type: "retried", id });
    startWaiting();
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => queue,
    add: (files) => {
      // A finished list makes way for a new one.
      if (summarizeUploads(queue).active === 0) {
        for (const upload of queue) if (upload.status === "done") dispatch({ type: "removed", id: upload.id });
      }
      for (const file of files) {
        const id = String((lastId += 1));
        const failure = deps.refusalOf(file);
        if (failure) dispatch({ type: "refused", id, name: file.name, sizeBytes: file.size, failure });
        else {
          jobs.set(id, { file, isOnly: files.length === 1, abort: new AbortController() });
          dispatch({ type: "added", uploads: [{ id, name: file.name, sizeBytes: file.size }] });
        }
      }
      startWaiting();
    },
    retry,
    remove: (id) => {
      jobs.get(id)?.abort.abort(new DOMException("The upload was cancelled.", "AbortError"));
      jobs.delete(id);
      dispatch({ type: "removed", id });
      startWaiting();
    },
    clearSettled: () => {
      for (const upload of queue) if (upload.status === "failed") jobs.delete(upload.id);
      dispatch({ type: "settled-cleared" });
    },
    noteCopied: (id) => dispatch({ type: "copied", id }),
    fileOf: (id) => jobs.get(id)?.file,
    resumeOffline: () => {
      for (const upload of queue) if (upload.status === "failed" && upload.failure?.code === "offline") retry(upload.id);
    },
  };
}

const failureOf = (error: unknown): UploadFailure =>
  isApiError(error) ? { code: error.code, message: error.message } : { code: "internal" };
