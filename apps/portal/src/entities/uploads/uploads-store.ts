import { isApiError } from "@stillreel/client";
import type { StoredUpload } from "./stored-uploads.ts";
import { PAUSED, type SendHooks, type SendJob, type Sent } from "./sending.ts";
import type { UploadDestination } from "./upload-destination.ts";
import { createUploadPublisher, type UploadPublisher } from "./upload-publisher.ts";
import { planStarts, summarizeUploads, type UploadFacts, type UploadFailure, type UploadQueue } from "./upload-queue.ts";

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
  /** Marks a row's link as turned off. */
  noteHidden(id: string): void;
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

/** State that the functions of one store share. */
interface StoreState<I extends NewItem> {
  deps: UploadsDeps<I>;
  publisher: UploadPublisher;
  jobs: Map<string, Job>;
  lastId: number;
  /** The server is unavailable: waiting uploads do not start individually. */
  isHeld: boolean;
}

/** Creates an empty uploads store. */
export function createUploadsStore<I extends NewItem>(deps: UploadsDeps<I>): UploadsStore {
  const publisher = createUploadPublisher();
  const { subscribe, current, snapshot, dispatch, idsWith } = publisher;
  const jobs = new Map<string, Job>();
  const state: StoreState<I> = { deps, publisher, jobs, lastId: 0, isHeld: false };
  return {
    subscribe,
    current,
    snapshot,
    add: (uploads) => add(state, uploads),
    offer: (files) => offer(state, files),
    restore: (stored) => restore(state, stored),
    retry: (id) => continueUploads(state, [id], "retried"),
    retryAll: () => continueUploads(state, idsWith("failed"), "retried"),
    pause: (id) => pause(state, [id]),
    pauseAll: () => pause(state, idsWith("waiting", "sending")),
    resume: (id) => continueUploads(state, [id], "resumed"),
    resumeAll: () => continueUploads(state, idsWith("paused"), "resumed"),
    remove: (id) => remove(state, [id]),
    clearSettled: () => remove(state, idsWith("failed", "done")),
    noteCopied: (id) => dispatch({ type: "copied", id }),
    noteHidden: (id) => dispatch({ type: "hidden", id }),
    fileOf: (id) => jobs.get(id)?.file,
    keyOf: (id) => jobs.get(id)?.key,
    keys: () => [...jobs.values()].map((job) => job.key),
    reset: () => reset(state),
    resumeOffline: () =>
      continueUploads(
        state,
        current()
          .filter(({ status, failure }) => status === "failed" && failure && PASSING_CODES.has(failure.code))
          .map(({ id }) => id),
        "retried",
      ),
  };
}

function startWaiting<I extends NewItem>(state: StoreState<I>): void {
  if (state.isHeld) return;
  for (const id of planStarts(state.publisher.current())) {
    const job = state.jobs.get(id);
    if (job?.file) void run(state, id, job, job.file);
  }
}

async function run<I extends NewItem>(state: StoreState<I>, id: string, job: Job, file: File): Promise<void> {
  const { deps, jobs } = state;
  const { dispatch } = state.publisher;
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
    await finish(state, id, job, file, sent);
  } catch (error) {
    if (!signal.aborted && jobs.has(id)) fail(state, id, job, file, failureOf(error));
  } finally {
    startWaiting(state);
  }
}

async function finish<I extends NewItem>(state: StoreState<I>, id: string, job: Job, file: File, sent: Sent<I>): Promise<void> {
  const { deps, jobs } = state;
  const { dispatch } = state.publisher;
  const { item, folderName, isRelocated } = sent;
  const { id: itemId = null, workspaceId = job.place.workspaceId, shareUrl = null, duration = null } = item ?? {};
  dispatch({ type: "finished", id, result: { itemId, workspaceId, shareUrl, duration, folderName, isRelocated } }, false);
  jobs.delete(id);
  if (job.url) deps.onResumable(sendJob(job, file), null, undefined);
  job.onEnd?.(sent);
  if (await deps.onSent(sent, job.isOnly)) dispatch({ type: "copied", id });
}

/** Fails an upload. After a final refusal nothing on the server can be resumed. */
function fail<I extends NewItem>(state: StoreState<I>, id: string, job: Job, file: File, failure: UploadFailure): void {
  if (job.url && FINAL_CODES.has(failure.code)) {
    job.url = null;
    state.deps.onResumable(sendJob(job, file), null, undefined);
  }
  state.isHeld ||= PASSING_CODES.has(failure.code);
  state.publisher.dispatch({ type: "failed", id, failure }, false);
}

/** Removes a row's job and its partial upload on the server. */
function drop<I extends NewItem>({ deps, jobs, publisher }: StoreState<I>, id: string): void {
  const job = jobs.get(id);
  if (!job) return;
  const isSending = publisher.current().find((upload) => upload.id === id)?.status === "sending";
  job.abort.abort(new DOMException("The upload was cancelled.", "AbortError"));
  if (job.url) {
    if (!isSending) deps.endRemote(job.url);
    deps.onResumable(sendJob(job, job.file ?? new File([], job.facts.name)), null, undefined);
  }
  jobs.delete(id);
  job.onEnd?.(null);
}

/** Removes rows, and cancels those that are not finished. */
function remove<I extends NewItem>(state: StoreState<I>, ids: readonly string[]): void {
  for (const id of ids) drop(state, id);
  state.publisher.dispatch({ type: "removed", ids: new Set(ids) });
  state.isHeld &&= state.publisher.current().some(({ failure }) => failure !== null && PASSING_CODES.has(failure.code));
  startWaiting(state);
}

/** Continues paused uploads, or starts failed ones again. */
function continueUploads<I extends NewItem>(state: StoreState<I>, ids: readonly string[], type: "resumed" | "retried"): void {
  const { jobs, publisher } = state;
  state.isHeld = false;
  for (const id of ids) if (jobs.get(id)?.file) publisher.dispatch({ type, id }, false);
  publisher.notify();
  startWaiting(state);
}

function pause<I extends NewItem>(state: StoreState<I>, ids: readonly string[]): void {
  for (const id of ids) {
    state.publisher.dispatch({ type: "paused", id }, false);
    state.jobs.get(id)?.abort.abort(PAUSED);
  }
  state.publisher.notify();
  startWaiting(state);
}

/** Assigns files to matching interrupted uploads and starts these. */
function offer<I extends NewItem>(state: StoreState<I>, files: readonly File[]): File[] {
  const { jobs, publisher } = state;
  const waiting = publisher.idsWith("interrupted");
  const left = files.filter((file) => {
    const at = waiting.findIndex((id) => isSameFile(jobs.get(id), file));
    const id = waiting[at];
    const job = id === undefined ? undefined : jobs.get(id);
    if (id === undefined || !job) return true;
    waiting.splice(at, 1);
    job.file = file;
    publisher.dispatch({ type: "resumed", id }, false);
    return false;
  });
  publisher.notify();
  startWaiting(state);
  return left;
}

/** Removes a finished list before a new one. */
function clearDone({ current, idsWith, dispatch }: UploadPublisher): void {
  const { active, paused } = summarizeUploads(current());
  if (active + paused > 0) return;
  const ids = new Set(idsWith("done"));
  if (ids.size > 0) dispatch({ type: "removed", ids });
}

function add<I extends NewItem>(state: StoreState<I>, uploads: readonly NewUpload[]): void {
  const { deps, publisher, jobs } = state;
  clearDone(publisher);
  const left =
    publisher.idsWith("interrupted").length > 0
      ? new Set(
          offer(
            state,
            uploads.map(({ file }) => file),
          ),
        )
      : null;
  const added: UploadFacts[] = [];
  const refused = new Map<string, { failure: UploadFailure; uploads: UploadFacts[] }>();
  for (const upload of uploads) {
    const { file, place, handle, onEnd } = upload;
    if (left && !left.has(file)) continue;
    const facts: UploadFacts = { id: newId(state), name: file.name, sizeBytes: file.size, kind: place?.kind ?? "image" };
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
  for (const { failure, uploads: rows } of refused.values()) publisher.dispatch({ type: "refused", uploads: rows, failure });
  if (added.length > 0) publisher.dispatch({ type: "added", uploads: added });
  startWaiting(state);
}

/** Adds interrupted uploads that this page does not know yet. */
function restore<I extends NewItem>(state: StoreState<I>, stored: readonly StoredUpload[]): void {
  const { jobs, publisher } = state;
  const known = new Set([...jobs.values()].map((job) => job.key));
  const rows = stored
    .filter(({ key }) => !known.has(key))
    .map((upload): UploadFacts => {
      const id = newId(state);
      const { name, sizeBytes, lastModified, place, key, url } = upload;
      jobs.set(id, { ...freshJob(undefined, place, key), facts: { name, sizeBytes, lastModified }, url });
      return { id, name, sizeBytes, kind: place.kind };
    });
  if (rows.length > 0) publisher.dispatch({ type: "restored", uploads: rows });
}

function reset<I extends NewItem>(state: StoreState<I>): void {
  const { jobs, publisher } = state;
  for (const job of jobs.values()) job.abort.abort(PAUSED);
  jobs.clear();
  state.isHeld = false;
  publisher.dispatch({ type: "removed", ids: new Set(publisher.current().map(({ id }) => id)) });
}

const newId = <I extends NewItem>(state: StoreState<I>): string => String((state.lastId += 1));

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
