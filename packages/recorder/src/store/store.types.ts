import type { RecordingOrder } from "../recorder.types.ts";

/** Metadata stored beside a recording's bytes: everything that another document needs to complete it. */
export interface RecordingMeta {
  id: string;
  state: "recording" | "stopped" | "sent";
  startedAt: string;
  mimeType: string;
  order: Pick<RecordingOrder, "server" | "title" | "fileName" | "pageUrl" | "folderId" | "workspaceId"> & { live: boolean };
  /** Length counted by the recorder. The playable length of the file is more accurate. */
  durationMs: number;
  /** The upload and its item. `home`: it is in the personal library, because access to the save target was lost. */
  upload: { url: string; itemId: string; shareUrl: string; home?: boolean } | null;
  /** Last known upload offset. */
  sentBytes: number;
}

/** A recording on disk. */
export interface StoredRecording {
  meta: RecordingMeta;
  bytes: number;
  /** End of the last complete fragment. Null for files that are not fragmented MP4. */
  wholeMs: number | null;
}

/** Requests to the worker and the types of their responses. */
export interface StoreCalls {
  /** Opens or creates the files of a recording, for this document exclusively. */
  open: { ask: { id: string }; answer: { bytes: number; meta: RecordingMeta | null } };
  append: { ask: { data: Uint8Array<ArrayBuffer> }; answer: { bytes: number } };
  /** Appends to and reads the positions of the pointer, which are beside the bytes of the recording. */
  appendPointer: { ask: { data: Uint8Array<ArrayBuffer> }; answer: object };
  readPointer: { ask: object; answer: { data: Uint8Array<ArrayBuffer> } };
  flush: { ask: object; answer: { bytes: number } };
  read: { ask: { from: number; to: number }; answer: { data: Uint8Array<ArrayBuffer> } };
  /** Returns the playable duration of the first bytes of the open recording. */
  whole: { ask: { bytes: number }; answer: { ms: number | null } };
  writeMeta: { ask: { meta: RecordingMeta }; answer: object };
  close: { ask: object; answer: object };
  list: { ask: object; answer: { recordings: StoredRecording[] } };
  remove: { ask: { id: string }; answer: object };
}

export type StoreRequest = { [K in keyof StoreCalls]: { n: number; op: K } & StoreCalls[K]["ask"] }[keyof StoreCalls];
export type StoreReply =
  | { n: number; answer: StoreCalls[keyof StoreCalls]["answer"] }
  | { n: number; error: { name: string; message: string } }
  /** Sent regularly without a request: pages in the background have slow timers, workers have not. */
  | { tick: true };

/** Interval of the worker's ticks, in milliseconds. */
export const TICK_MS = 125;
/** Interval in which appended bytes are flushed to disk, in milliseconds. */
export const FLUSH_MS = 1_000;
