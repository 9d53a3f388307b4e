import type { UploadDestination } from "./upload-destination.ts";

/** How many uploads run at once. */
export const UPLOADS_AT_ONCE = 2;

/** Why an upload failed: a code of the error catalogue, and the server's own sentence when it gave one. */
export interface UploadFailure {
  code: string;
  message?: string;
}

/** What came of an upload. `itemId` is null when the server kept the file but did not tell the item, and for archives. */
export interface UploadResult {
  itemId: string | null;
  /** The space that it lies in. */
  workspaceId: string;
  shareUrl: string | null;
  /** Length of a video in seconds, where it is known yet. */
  duration: number | null;
  /** Name of the folder that it lies in; null for the root. */
  folderName: string | null;
  /** Its folder had gone, so it lies in the root. */
  isRelocated: boolean;
}

/** `interrupted`: begun before the page was loaded again; it goes on once its file is there. */
export type UploadStatus = "waiting" | "sending" | "paused" | "interrupted" | "done" | "failed";

/** What is known of a file before it is sent. */
export interface UploadFacts {
  id: string;
  name: string;
  sizeBytes: number;
  kind: UploadDestination["kind"];
}

/** One file on its way. `sentBytes` counts up to `sizeBytes`; `isCopied` tells that its link went to the clipboard. */
export interface Upload extends UploadFacts {
  sentBytes: number;
  status: UploadStatus;
  /** When the first byte left, in epoch milliseconds; null while it waits. */
  startedAt: number | null;
  /** Bytes that stood on the server when this run began (resumed uploads), so that the speed is honest. */
  resumedBytes: number;
  /** Bytes a second of late; null until that can be told. */
  speed: number | null;
  /** Where the speed was last measured. */
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

/** The queue after an event. Events about uploads that are gone, or that do not fit their state, change nothing. */
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

/** A first report beyond this is a resumed upload's old bytes, not speed. */
const RESUME_JUMP_BYTES = 4 * 1024 * 1024;
/** The speed is measured over stretches of this length, and smoothed. */
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
      // What was paused at the very end may have arrived all the same.
      return status === "sending" || status === "paused"
        ? { ...upload, ...REST, status: "done", sentBytes: upload.sizeBytes, result: event.result }
        : upload;
    case "failed":
      return status === "sending" || status === "waiting" ? { ...upload, ...REST, status: "failed", failure: event.failure } : upload;
    case "copied":
      return status === "done" ? { ...upload, isCopied: true } : upload;
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

/** Ids of the uploads that may start now. */
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

/** The queue in numbers. `position` is the place of the upload that runs, from 1; `percent` is over all files that did not fail. */
export interface UploadSummary {
  total: number;
  /** Waiting or on their way. */
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

/** Percent of one upload, whole. It says 100 only when it is done. */
export function percentOf(upload: Upload): number {
  if (upload.status === "done") return 100;
  return upload.sizeBytes === 0 ? 0 : Math.min(99, Math.floor((upload.sentBytes / upload.sizeBytes) * 100));
}

/** Bytes a second of all uploads together; null while that cannot be told. */
export function speedOf(queue: UploadQueue): number | null {
  let sum: number | null = null;
  for (const upload of queue) if (upload.status === "sending" && upload.speed !== null) sum = (sum ?? 0) + upload.speed;
  return sum;
}

/** Seconds that are left at the speed so far; null while that cannot be told (nothing sent, or under 2 s of history). */
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

/** The 25 % step to say aloud when progress moved from one percentage to another, or null. */
export function stepToAnnounce(before: number, after: number): number | null {
  const step = Math.floor(after / 25) * 25;
  return step > 0 && step > Math.floor(before / 25) * 25 ? step : null;
}

/** What matters first when there are too many to show. */
const RANK: Record<UploadStatus, number> = { sending: 0, interrupted: 1, failed: 2, paused: 3, waiting: 4, done: 5 };

/** The rows to show of a long queue: all of a short one in their order, else those that matter most, and how many are left out. */
export function planRows(queue: UploadQueue, most: number): { rows: UploadQueue; hidden: number } {
  if (queue.length <= most) return { rows: queue, hidden: 0 };
  const byRank: Upload[][] = [[], [], [], [], [], []];
  for (const upload of queue) byRank[RANK[upload.status]]?.push(upload);
  // The last ones to be done are news.
  byRank[RANK.done]?.reverse();
  return { rows: byRank.flat().slice(0, most), hidden: queue.length - most };
}
