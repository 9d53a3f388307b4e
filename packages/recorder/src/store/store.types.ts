import type { RecordingOrder } from "../recorder.types.ts";

/** What lies beside a recording's bytes on the disk: all that is needed to finish it in another document. */
export interface RecordingMeta {
  id: string;
  state: "recording" | "stopped" | "sent";
  startedAt: string;
  mimeType: string;
  order: Pick<RecordingOrder, "server" | "title" | "fileName" | "pageUrl" | "folderId" | "workspaceId"> & { live: boolean };
  /** Length so far as the recorder counted it; the file itself knows better where it can be read. */
  durationMs: number;
  /** Where it is being sent to, and what it becomes there: in the person's own library, where its place was closed to them (`home`). */
  upload: { url: string; itemId: string; shareUrl: string; home?: boolean } | null;
  /** How many bytes the server was last known to have. */
  sentBytes: number;
}

/** A recording as it lies on the disk. */
export interface StoredRecording {
  meta: RecordingMeta;
  bytes: number;
  /** Up to the end of the last whole fragment. Null for files that are not fragmented MP4. */
  wholeMs: number | null;
}

/** What the worker is asked; the answer's type stands beside it. */
export interface StoreCalls {
  /** Opens or makes the files of a recording, for this document alone. */
  open: { ask: { id: string }; answer: { bytes: number; meta: RecordingMeta | null } };
  append: { ask: { data: Uint8Array<ArrayBuffer> }; answer: { bytes: number } };
  flush: { ask: object; answer: { bytes: number } };
  read: { ask: { from: number; to: number }; answer: { data: Uint8Array<ArrayBuffer> } };
  /** How far the first so many bytes of the open recording can be played. */
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
  /** Now and then, unasked: pages in the background have slow timers, workers have not. */
  | { tick: true };

/** How often the worker ticks, in milliseconds. */
export const TICK_MS = 125;
/** How often what was appended is flushed to the disk, in milliseconds. */
export const FLUSH_MS = 1_000;
