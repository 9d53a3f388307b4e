import type { UploadDestination } from "./upload-destination.ts";

/** Maximum number of concurrent uploads. */
const UPLOADS_AT_ONCE = 2;

/** Reason of a failed upload: a code of the error catalogue and the server's message, if any. */
export interface UploadFailure {
  code: string;
  message?: string;
}

/** Result of an upload. `itemId` is null when the item is unknown and for archives. */
interface UploadResult {
  itemId: string | null;
  /** Space of the item. */
  workspaceId: string;
  shareUrl: string | null;
  /** Duration of a video in seconds, if known. */
  duration: number | null;
  /** Name of its folder; null for the root. */
  folderName: string | null;
  /** Its folder was deleted, so it is at the root. */
  isRelocated: boolean;
}

/** `interrupted`: started before a reload; resumes when its file is available. */
type UploadStatus = "waiting" | "sending" | "paused" | "interrupted" | "done" | "failed";

/** Facts about a file before the upload. */
export interface UploadFacts {
  id: string;
  name: string;
  sizeBytes: number;
  kind: UploadDestination["kind"];
}

/** One upload. `sentBytes` counts up to `sizeBytes`; `isCopied` means that its link exists and was copied. */
export interface Upload extends UploadFacts {
  sentBytes: number;
  status: UploadStatus;
  /** Time of the first byte in epoch milliseconds; null while waiting. */
  startedAt: number | null;
  /** Bytes that were already on the server when a resumed upload started; excluded from the speed. */
  resumedBytes: number;
  /** Recent bytes per second; null while unknown. */
  speed: number | null;
  /** Last measurement of the speed. */
  mark: { at: number; bytes: number } | null;
  failure: UploadFailure | null;
  result: UploadResult | null;
  isCopied: boolean;
}

/** The uploads of this page, oldest first. */
export type UploadQueue = readonly Upload[];

/** Events of one upload. */
type UploadChange =
  | { type: "started"; id: string; at: number }
  | { type: "progressed"; id: string; sentBytes: number; at: number }
  | { type: "finished"; id: string; result: UploadResult }
  | { type: "failed"; id: string; failure: UploadFailure }
  | { type: "copied"; id: string }
  | { type: "hidden"; id: string }
  | { type: "paused"; id: string }
  | { type: "resumed"; id: string }
  | { type: "retried"; id: string };

export type UploadEvent =
  | UploadChange
  | { type: "added"; uploads: readonly UploadFacts[] }
  | { type: "refused"; uploads: readonly UploadFacts[]; failure: UploadFailure }
  | { type: "restored"; uploads: readonly UploadFacts[] }
  | { type: "removed"; ids: ReadonlySet<string> };

const fresh = ({ id, name, sizeBytes, kind }: UploadFacts): Upload => ({
  id,
  name,
  sizeBytes,
  kind,
  sentBytes: 0,
  status: "waiting",
  startedAt: null,
  resumedBytes: 0,
  speed: null,
  mark: null,
  failure: null,
  result: null,
  isCopied: false,
});

/** Returns the queue after an event. Events for removed uploads or in a wrong state change nothing. */
export function reduceUploads(queue: UploadQueue, event: UploadEvent): UploadQueue {
  switch (event.type) {
    case "added":
      return [...queue, ...event.uploads.map(fresh)];
    case "refused":
      return [...queue, ...event.uploads.map((upload): Upload => ({ ...fresh(upload), status: "failed", failure: event.failure }))];
    case "restored":
      return [...event.uploads.map((upload): Upload => ({ ...fresh(upload), status: "interrupted" })), ...queue];
    case "removed":
      return queue.filter((upload) => !event.ids.has(upload.id));
    default: {
      const at = queue.findIndex((upload) => upload.id === event.id);
      const before = queue[at];
      const after = before && change(before, event);
      return after === undefined || after === before ? queue : queue.with(at, after);
    }
  }
}

/** A larger first report contains bytes of a resumed upload and is no speed. */
const RESUME_JUMP_BYTES = 4 * 1024 * 1024;
/** Interval over which the speed is measured and smoothed. */
const MEASURE_MS = 1_000;

const REST = { speed: null, mark: null, startedAt: null } as const;

function change(upload: Upload, event: UploadChange): Upload {
  const { status } = upload;
  switch (event.type) {
    case "started":
      return status === "waiting" ? { ...upload, status: "sending", startedAt: event.at, failure: null } : upload;
    case "progressed":
      return status === "sending" ? progress(upload, event) : upload;
    case "finished":
      // An upload paused at its end may have arrived completely.
      return status === "sending" || status === "paused"
        ? { ...upload, ...REST, status: "done", sentBytes: upload.sizeBytes, result: event.result }
        : upload;
    case "failed":
      return status === "sending" || status === "waiting" ? { ...upload, ...REST, status: "failed", failure: event.failure } : upload;
    case "copied":
    case "hidden":
      return status === "done" ? { ...upload, isCopied: event.type === "copied" } : upload;
    case "paused":
      return status === "sending" || status === "waiting" ? { ...upload, ...REST, status: "paused" } : upload;
    case "resumed":
      return status === "paused" || status === "interrupted" ? { ...upload, ...REST, status: "waiting", resumedBytes: 0 } : upload;
    case "retried":
      return status === "failed" ? { ...upload, ...REST, status: "waiting", sentBytes: 0, resumedBytes: 0, failure: null } : upload;
  }
}

function progress(upload: Upload, event: { sentBytes: number; at: number }): Upload {
  const sentBytes = Math.min(Math.max(event.sentBytes, 0), upload.sizeBytes);
  const mark = upload.mark ?? { at: event.at, bytes: sentBytes };
  const isFirst = upload.mark === null;
  const resumedBytes = isFirst && sentBytes > RESUME_JUMP_BYTES ? sentBytes : upload.resumedBytes;
  const elapsed = event.at - mark.at;
  if (elapsed < MEASURE_MS) return { ...upload, sentBytes, resumedBytes, mark };
  const measured = (Math.max(0, sentBytes - mark.bytes) / elapsed) * 1000;
  const speed = upload.speed === null ? measured : 0.6 * upload.speed + 0.4 * measured;
  return { ...upload, sentBytes, resumedBytes, speed, mark: { at: event.at, bytes: sentBytes } };
}

/** Returns the ids of the uploads that may start now. */
export function planStarts(queue: UploadQueue, atOnce: number = UPLOADS_AT_ONCE): string[] {
  let room = atOnce;
  for (const upload of queue) if (upload.status === "sending") room -= 1;
  const ids: string[] = [];
  for (const upload of queue) {
    if (ids.length >= room) break;
    if (upload.status === "waiting") ids.push(upload.id);
  }
  return ids;
}

/** Totals of the queue. `position` is the 1-based position of the active upload; `percent` covers all files that did not fail. */
export interface UploadSummary {
  total: number;
  /** Number of waiting and active uploads. */
  active: number;
  paused: number;
  interrupted: number;
  done: number;
  failed: number;
  position: number;
  percent: number;
}

export function summarizeUploads(queue: UploadQueue): UploadSummary {
  const count: Record<UploadStatus, number> = { waiting: 0, sending: 0, paused: 0, interrupted: 0, done: 0, failed: 0 };
  let totalBytes = 0;
  let sentBytes = 0;
  for (const upload of queue) {
    count[upload.status] += 1;
    if (upload.status === "failed" || upload.status === "interrupted") continue;
    totalBytes += upload.sizeBytes;
    sentBytes += upload.sentBytes;
  }
  const { paused, interrupted, done, failed } = count;
  const active = count.waiting + count.sending;
  const total = queue.length;
  const position = Math.min(total, done + failed + count.sending);
  const percent = totalBytes === 0 ? (active ? 0 : 100) : Math.floor((sentBytes / totalBytes) * 100);
  return { total, active, paused, interrupted, done, failed, position, percent };
}

/** Returns the whole percentage of one upload. 100 only when it is done. */
export function percentOf(upload: Upload): number {
  if (upload.status === "done") return 100;
  return upload.sizeBytes === 0 ? 0 : Math.min(99, Math.floor((upload.sentBytes / upload.sizeBytes) * 100));
}

/** Returns the total speed in bytes per second; null while unknown. */
export function speedOf(queue: UploadQueue): number | null {
  let sum: number | null = null;
  for (const upload of queue) if (upload.status === "sending" && upload.speed !== null) sum = (sum ?? 0) + upload.speed;
  return sum;
}

/** Returns the remaining seconds at the current speed; null while unknown (nothing sent, or less than 2 s of history). */
export function secondsLeft(queue: UploadQueue, now: number): number | null {
  const running = queue.filter((upload) => upload.status === "sending" && upload.startedAt !== null);
  const first = Math.min(...running.map((upload) => upload.startedAt ?? now));
  const elapsed = (now - first) / 1000;
  const sent = running.reduce((sum, upload) => sum + upload.sentBytes - upload.resumedBytes, 0);
  const left = queue
    .filter((upload) => upload.status === "sending" || upload.status === "waiting")
    .reduce((sum, upload) => sum + upload.sizeBytes - upload.sentBytes, 0);
  const speed = speedOf(queue);
  if (speed !== null && speed > 0) return Math.ceil(left / speed);
  if (running.length === 0 || elapsed < 2 || sent <= 0) return null;
  return Math.ceil((left / sent) * elapsed);
}

/** Returns the 25 % step to announce for a progress change, or null. */
export function stepToAnnounce(before: number, after: number): number | null {
  const step = Math.floor(after / 25) * 25;
  return step > 0 && step > Math.floor(before / 25) * 25 ? step : null;
}

/** Display priority when there are too many rows. */
const RANK: Record<UploadStatus, number> = { sending: 0, interrupted: 1, failed: 2, paused: 3, waiting: 4, done: 5 };

/** Returns the rows to display: all of a short queue in order, otherwise the most important, and the number of hidden ones. */
export function planRows(queue: UploadQueue, most: number): { rows: UploadQueue; hidden: number } {
  if (queue.length <= most) return { rows: queue, hidden: 0 };
  const byRank: Upload[][] = [[], [], [], [], [], []];
  for (const upload of queue) byRank[RANK[upload.status]]?.push(upload);
  // The most recently finished uploads come first.
  byRank[RANK.done]?.reverse();
  return { rows: byRank.flat().slice(0, most), hidden: queue.length - most };
}
