/** How many uploads run at once. */
export const UPLOADS_AT_ONCE = 2;

/** Why an upload failed: a code of the error catalogue, and the server's own sentence when it gave one. */
export interface UploadFailure {
  code: string;
  message?: string;
}

/** What came of an upload. `itemId` is null only when an upload was resumed and the server did not repeat the item's id. */
export interface UploadResult {
  itemId: string | null;
  shareUrl: string | null;
}

export type UploadStatus = "waiting" | "sending" | "done" | "failed";

/** One file on its way. `sentBytes` counts up to `sizeBytes`; `isCopied` tells that its link went to the clipboard. */
export interface Upload {
  id: string;
  name: string;
  sizeBytes: number;
  sentBytes: number;
  status: UploadStatus;
  /** When the first byte left, in epoch milliseconds; null while it waits. */
  startedAt: number | null;
  /** Bytes that stood on the server when this run began (resumed uploads), so that the speed is honest. */
  resumedBytes: number;
  failure: UploadFailure | null;
  result: UploadResult | null;
  isCopied: boolean;
}

/** The uploads of this page, oldest first. */
export type UploadQueue = readonly Upload[];

export type UploadEvent =
  | { type: "added"; uploads: readonly Pick<Upload, "id" | "name" | "sizeBytes">[] }
  | { type: "refused"; id: string; name: string; sizeBytes: number; failure: UploadFailure }
  | { type: "started"; id: string; at: number }
  | { type: "progressed"; id: string; sentBytes: number }
  | { type: "finished"; id: string; result: UploadResult }
  | { type: "failed"; id: string; failure: UploadFailure }
  | { type: "copied"; id: string }
  | { type: "retried"; id: string }
  | { type: "removed"; id: string }
  | { type: "settled-cleared" };

const fresh = (upload: Pick<Upload, "id" | "name" | "sizeBytes">): Upload => ({
  id: upload.id,
  name: upload.name,
  sizeBytes: upload.sizeBytes,
  sentBytes: 0,
  status: "waiting",
  startedAt: null,
  resumedBytes: 0,
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
      return [...queue, { ...fresh(event), status: "failed", failure: event.failure }];
    case "removed":
      return queue.filter((upload) => upload.id !== event.id);
    case "settled-cleared":
      return queue.filter((upload) => upload.status === "waiting" || upload.status === "sending");
    default:
      return queue.map((upload) => (upload.id === event.id ? change(upload, event) : upload));
  }
}

function change(upload: Upload, event: Exclude<UploadEvent, { type: "added" | "refused" | "removed" | "settled-cleared" }>): Upload {
  switch (event.type) {
    case "started":
      return upload.status === "waiting" ? { ...upload, status: "sending", startedAt: event.at, failure: null } : upload;
    case "progressed": {
      if (upload.status !== "sending") return upload;
      const sentBytes = Math.min(Math.max(event.sentBytes, 0), upload.sizeBytes);
      const isFirst = upload.sentBytes === 0 && upload.resumedBytes === 0;
      return { ...upload, sentBytes, resumedBytes: isFirst && sentBytes > RESUME_JUMP_BYTES ? sentBytes : upload.resumedBytes };
    }
    case "finished":
      return upload.status === "sending" ? { ...upload, status: "done", sentBytes: upload.sizeBytes, result: event.result } : upload;
    case "failed":
      return upload.status === "sending" || upload.status === "waiting" ? { ...upload, status: "failed", failure: event.failure } : upload;
    case "copied":
      return upload.status === "done" ? { ...upload, isCopied: true } : upload;
    case "retried":
      return upload.status === "failed"
        ? { ...upload, status: "waiting", sentBytes: 0, resumedBytes: 0, startedAt: null, failure: null }
        : upload;
  }
}

/** A first report beyond this is a resumed upload's old bytes, not speed. */
const RESUME_JUMP_BYTES = 4 * 1024 * 1024;

/** Ids of the uploads that may start now. */
export function planStarts(queue: UploadQueue, atOnce: number = UPLOADS_AT_ONCE): string[] {
  const sending = queue.filter((upload) => upload.status === "sending").length;
  return queue
    .filter((upload) => upload.status === "waiting")
    .slice(0, Math.max(0, atOnce - sending))
    .map((upload) => upload.id);
}

/** The queue in numbers. `position` is the place of the upload that runs, from 1; `percent` is over all files that did not fail. */
export interface UploadSummary {
  total: number;
  active: number;
  done: number;
  failed: number;
  position: number;
  percent: number;
}

export function summarizeUploads(queue: UploadQueue): UploadSummary {
  const count = (status: UploadStatus): number => queue.filter((upload) => upload.status === status).length;
  const good = queue.filter((upload) => upload.status !== "failed");
  const totalBytes = good.reduce((sum, upload) => sum + upload.sizeBytes, 0);
  const sentBytes = good.reduce((sum, upload) => sum + upload.sentBytes, 0);
  const done = count("done");
  const failed = count("failed");
  const active = count("waiting") + count("sending");
  const total = queue.length;
  return {
    total,
    active,
    done,
    failed,
    position: Math.min(total, done + failed + count("sending")),
    percent: totalBytes === 0 ? (active ? 0 : 100) : Math.floor((sentBytes / totalBytes) * 100),
  };
}

/** Percent of one upload, whole. It says 100 only when it is done. */
export function percentOf(upload: Upload): number {
  if (upload.status === "done") return 100;
  return upload.sizeBytes === 0 ? 0 : Math.min(99, Math.floor((upload.sentBytes / upload.sizeBytes) * 100));
}

/** Seconds that are left at the speed so far; null while that cannot be told (nothing sent, or under 2 s of history). */
export function secondsLeft(queue: UploadQueue, now: number): number | null {
  const running = queue.filter((upload) => upload.status === "sending" && upload.startedAt !== null);
  const first = Math.min(...running.map((upload) => upload.startedAt ?? now));
  const elapsed = (now - first) / 1000;
  const sent = running.reduce((sum, upload) => sum + upload.sentBytes - upload.resumedBytes, 0);
  if (running.length === 0 || elapsed < 2 || sent <= 0) return null;
  const left = queue
    .filter((upload) => upload.status === "sending" || upload.status === "waiting")
    .reduce((sum, upload) => sum + upload.sizeBytes - upload.sentBytes, 0);
  return Math.ceil((left / sent) * elapsed);
}

/** The 25 % step to say aloud when progress moved from one percentage to another, or null. */
export function stepToAnnounce(before: number, after: number): number | null {
  const step = Math.floor(after / 25) * 25;
  return step > 0 && step > Math.floor(before / 25) * 25 ? step : null;
}
