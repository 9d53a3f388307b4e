import { isApiError } from "@stillreel/client";
import type { StoredUpload } from "./stored-uploads.ts";
import { PAUSED, type SendHooks, type SendJob, type Sent } from "./sending.ts";
import type { UploadDestination } from "./upload-destination.ts";
import {
  planStarts,
  reduceUploads,
  summarizeUploads,
  type UploadEvent,
  type UploadFacts,
  type UploadFailure,
  type UploadQueue,
} from "./upload-queue.ts";

/** The part of an item that uploads need. */
interface NewItem {
  id: string;
  workspaceId?: string;
  shareUrl: string | null;
  duration?: number | null;
}

/** A file to upload. A file without a target is unsupported: it is listed but not sent. */
export interface NewUpload {
  file: File;
  place: UploadDestination | null;
  handle?: Promise<FileSystemFileHandle | null>;
  /** Called once with the result, or with null when it was refused or cancelled. */
  onEnd?: (sent: Sent<unknown> | null) => void;
}

/** Dependencies of the uploads store. */
export interface UploadsDeps<I extends NewItem> {
  send(job: SendJob, hooks: SendHooks): Promise<Sent<I>>;
  refusalOf(upload: NewUpload): UploadFailure | null;
  /** Called for each new item. With `isOnly` its link is copied; resolves to whether that succeeded. */
  onSent(sent: Sent<I>, isOnly: boolean): Promise<boolean>;
  /** Called with the address at which an upload can be resumed; null when it no longer can. */
  onResumable(job: SendJob, url: string | null, handle: NewUpload["handle"]): void;
  /** Terminates an upload on the server that no tab runs. */
  endRemote(url: string): void;
  now(): number;
  newKey(): string;
}

/** The page's uploads, outside of React, so that they continue during navigation. */
export interface UploadsStore {
  subscribe(listener: () => void): () => void;
  current(): UploadQueue;
  /** Returns the queue as last published. */
  snapshot(): UploadQueue;
  /** Adds the files of one drop, paste or selection. Files of interrupted uploads resume those. */
  add(uploads: readonly NewUpload[]): void;
  /** Adds uploads that a reload interrupted. */
  restore(stored: readonly StoredUpload[]): void;
  /** Provides files for interrupted uploads. Returns the files that match none. */
  offer(files: readonly File[]): File[];
  retry(id: string): void;
  pause(id: string): void;
  resume(id: string): void;
  pauseAll(): void;
  resumeAll(): void;
  retryAll(): void;
  /** Cancels an upload, or removes a finished row. */
  remove(id: string): void;
  clearSettled(): void;
  /** Marks a row's link as copied. */
  noteCopied(id: string): void;
  /** Returns the file of a row for its preview; undefined when done or interrupted. */
  fileOf(id: string): File | undefined;
  /** Returns the storage key of a row. */
  keyOf(id: string): string | undefined;
  /** Returns the keys of all uploads of this page. */
  keys(): string[];
  /** Restarts uploads that failed without network or server. */
  resumeOffline(): void;
  /** Clears everything because another user has signed in. Partial uploads stay on the server for their owner. */
  reset(): void;
}

interface Job {
  file: File | undefined;
  facts: { name: string; sizeBytes: number; lastModified: number };
  place: UploadDestination;
  key: string;
  url: string | null;
  isOnly: boolean;
  abort: AbortController;
  handle: NewUpload["handle"];
  onEnd: NewUpload["onEnd"];
}

/** Minimum interval of progress notifications in milliseconds. */
const NOTIFY_MS = 80;
/** Codes of temporary errors. */
export const PASSING_CODES: ReadonlySet<string> = new Set(["offline", "unavailable", "too-many-requests"]);
/** Codes after which the server has deleted the partial upload. */
const FINAL_CODES: ReadonlySet<string> = new Set([
  "unsupported-file-type",
  "unreadable-file",
  "file-too-large",
  "image-too-large",
  "validation-failed",
  "not-found",
]);

/** Creates an empty uploads store. */
export function createUploadsStore<I extends NewItem>(deps: UploadsDeps<I>): UploadsStore {
  let queue: UploadQueue = [];
  let notified: UploadQueue = queue;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastId = 0;
  /** The server is unavailable: waiting uploads do not start individually. */
  let isHeld = false;
  const jobs = new Map<string, Job>();
  const listeners = new Set<() => void>();

  const notify = (): void => {
    timer = undefined;
    if (notified === queue) return;
    notified = queue;
    for (const listener of listeners) listener();
  };
  /** Publishes user actions immediately and progress with a delay. */
  const dispatch = (event: UploadEvent, isUrgent = true): void => {
    queue = reduceUploads(queue, event);
    if (isUrgent) {
      clearTimeout(timer);
      notify();
    } else timer ??= setTimeout(notify, NOTIFY_MS);
  };
  const startWaiting = (): void => {
    if (isHeld) return;
    for (const id of planStarts(queue)) {
      const job = jobs.get(id);
      if (job?.file) void run(id, job, job.file);
    }
  };
  const idsWith = (...states: string[]): string[] => queue.filter(({ status }) => states.includes(status)).map(({ id }) => id);

  async function run(id: string, job: Job, file: File): Promise<void> {
    const { signal } = (job.abort = new AbortController());
    dispatch({ type: "started", id, at: deps.now() }, false);
    try {
      const sent = await deps.send(sendJob(job, file), {
        signal,
        onProgress: (sentBytes) => dispatch({ type: "progressed", id, sentBytes, at: deps.now() }, false),
        onUrl: (url) => {
          job.url = url;
          if (!signal.aborted || signal.reason === PAUSED) deps.onResumable(sendJob(job, file), url, job.handle);
        },
      });
      if (!jobs.has(id)) return;
      await finish(id, job, file, sent);
    } catch (error) {
      if (!signal.aborted && jobs.has(id)) fail(id, job, file, failureOf(error));
    } finally {
      startWaiting();
    }
  }

  async function finish(id: string, job: Job, file: File, sent: Sent<I>): Promise<void> {
    const { item, folderName, isRelocated } = sent;
    const { id: itemId = null, workspaceId = job.place.workspaceId, shareUrl = null, duration = null } = item ?? {};
    dispatch({ type: "finished", id, result: { itemId, workspaceId, shareUrl, duration, folderName, isRelocated } }, false);
    jobs.delete(id);
    if (job.url) deps.onResumable(sendJob(job, file), null, undefined);
    job.onEnd?.(sent);
    if (await deps.onSent(sent, job.isOnly)) dispatch({ type: "copied", id });
  }

  /** Fails an upload. After a final refusal nothing on the server can be resumed. */
  function fail(id: string, job: Job, file: File, failure: UploadFailure): void {
    if (job.url && FINAL_CODES.has(failure.code)) {
      job.url = null;
      deps.onResumable(sendJob(job, file), null, undefined);
    }
    isHeld ||= PASSING_CODES.has(failure.code);
    dispatch({ type: "failed", id, failure }, false);
  }

  /** Removes a row's job and its partial upload on the server. */
  function drop(id: string): void {
    const job = jobs.get(id);
    if (!job) return;
    const isSending = queue.find((upload) => upload.id === id)?.status === "sending";
    job.abort.abort(new DOMException("The upload was cancelled.", "AbortError"));
    if (job.url) {
      if (!isSending) deps.endRemote(job.url);
      deps.onResumable(sendJob(job, job.file ?? new File([], job.facts.name)), null, undefined);
    }
    jobs.delete(id);
    job.onEnd?.(null);
  }

  const removeAll = (ids: readonly string[]): void => {
    for (const id of ids) drop(id);
    dispatch({ type: "removed", ids: new Set(ids) });
    isHeld &&= queue.some(({ failure }) => failure !== null && PASSING_CODES.has(failure.code));
    startWaiting();
  };

  const goOn = (ids: readonly string[], type: "resumed" | "retried"): void => {
    isHeld = false;
    for (const id of ids) if (jobs.get(id)?.file) dispatch({ type, id }, false);
    notify();
    startWaiting();
  };

  const pauseThese = (ids: readonly string[]): void => {
    for (const id of ids) {
      dispatch({ type: "paused", id }, false);
      jobs.get(id)?.abort.abort(PAUSED);
    }
    notify();
    startWaiting();
  };

  /** Assigns files to matching interrupted uploads and starts these. */
  function offer(files: readonly File[]): File[] {
    const waiting = idsWith("interrupted");
    const left = files.filter((file) => {
      const at = waiting.findIndex((id) => isSameFile(jobs.get(id), file));
      const id = waiting[at];
      const job = id === undefined ? undefined : jobs.get(id);
      if (id === undefined || !job) return true;
      waiting.splice(at, 1);
      job.file = file;
      dispatch({ type: "resumed", id }, false);
      return false;
    });
    notify();
    startWaiting();
    return left;
  }

  /** Removes a finished list before a new one. */
  function clearDone(): void {
    const { active, paused } = summarizeUploads(queue);
    if (active + paused > 0) return;
    const ids = new Set(idsWith("done"));
    if (ids.size > 0) dispatch({ type: "removed", ids });
  }

  function add(uploads: readonly NewUpload[]): void {
    clearDone();
    const left = idsWith("interrupted").length > 0 ? new Set(offer(uploads.map(({ file }) => file))) : null;
    const added: UploadFacts[] = [];
    const refused = new Map<string, { failure: UploadFailure; uploads: UploadFacts[] }>();
    for (const upload of uploads) {
      const { file, place, handle, onEnd } = upload;
      if (left && !left.has(file)) continue;
      const facts: UploadFacts = { id: String((lastId += 1)), name: file.name, sizeBytes: file.size, kind: place?.kind ?? "image" };
      const failure = place ? deps.refusalOf(upload) : { code: "unsupported-file-type" };
      if (failure || !place) {
        const same = refused.get(failure?.code ?? "") ?? { failure: failure ?? { code: "internal" }, uploads: [] };
        same.uploads.push(facts);
        refused.set(same.failure.code, same);
        onEnd?.(null);
      } else {
        added.push(facts);
        jobs.set(facts.id, { ...freshJob(file, place, deps.newKey()), isOnly: uploads.length === 1, handle, onEnd });
      }
    }
    for (const { failure, uploads: rows } of refused.values()) dispatch({ type: "refused", uploads: rows, failure });
    if (added.length > 0) dispatch({ type: "added", uploads: added });
    startWaiting();
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => queue,
    snapshot: () => notified,
    add,
    offer,
    restore: (stored) => {
      const known = new Set([...jobs.values()].map((job) => job.key));
      const rows = stored
        .filter(({ key }) => !known.has(key))
        .map((upload): UploadFacts => {
          const id = String((lastId += 1));
          const { name, sizeBytes, lastModified, place, key, url } = upload;
          jobs.set(id, { ...freshJob(undefined, place, key), facts: { name, sizeBytes, lastModified }, url });
          return { id, name, sizeBytes, kind: place.kind };
        });
      if (rows.length > 0) dispatch({ type: "restored", uploads: rows });
    },
    retry: (id) => goOn([id], "retried"),
    retryAll: () => goOn(idsWith("failed"), "retried"),
    pause: (id) => pauseThese([id]),
    pauseAll: () => pauseThese(idsWith("waiting", "sending")),
    resume: (id) => goOn([id], "resumed"),
    resumeAll: () => goOn(idsWith("paused"), "resumed"),
    remove: (id) => removeAll([id]),
    clearSettled: () => removeAll(idsWith("failed", "done")),
    noteCopied: (id) => dispatch({ type: "copied", id }),
    fileOf: (id) => jobs.get(id)?.file,
    keyOf: (id) => jobs.get(id)?.key,
    keys: () => [...jobs.values()].map((job) => job.key),
    reset: () => {
      for (const job of jobs.values()) job.abort.abort(PAUSED);
      jobs.clear();
      isHeld = false;
      dispatch({ type: "removed", ids: new Set(queue.map(({ id }) => id)) });
    },
    resumeOffline: () =>
      goOn(
        queue.filter(({ status, failure }) => status === "failed" && failure && PASSING_CODES.has(failure.code)).map(({ id }) => id),
        "retried",
      ),
  };
}

const freshJob = (file: File | undefined, place: UploadDestination, key: string): Job => ({
  file,
  facts: { name: file?.name ?? "", sizeBytes: file?.size ?? 0, lastModified: file?.lastModified ?? 0 },
  place,
  key,
  url: null,
  isOnly: false,
  abort: new AbortController(),
  handle: undefined,
  onEnd: undefined,
});

const sendJob = ({ place, key, url }: Job, file: File): SendJob => ({ file, place, key, url });

const isSameFile = (job: Job | undefined, file: File): boolean =>
  job !== undefined &&
  job.facts.name === file.name &&
  job.facts.sizeBytes === file.size &&
  (job.facts.lastModified === file.lastModified || job.facts.lastModified === 0);

const failureOf = (error: unknown): UploadFailure =>
  isApiError(error) ? { code: error.code, message: error.message } : { code: "internal" };
