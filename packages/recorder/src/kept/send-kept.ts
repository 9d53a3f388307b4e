import type { Destination, RecorderPorts } from "../ports.ts";
import { Sender, type UploadNames } from "../sending/sender.ts";
import { uploadMetadata } from "../sending/upload-metadata.ts";
import { uploadIdOf } from "../sending/upload-name.ts";
import type { RecordingStore } from "../store/recording-store.ts";
import type { RecordingMeta, StoredRecording } from "../store/store.types.ts";
import { endedUpload } from "./ended-upload.ts";
import { isAllThere } from "./kept.plan.ts";

/** How a kept recording is sent. */
export interface SendingWish {
  destination: Destination;
  /** To its end, or only what there is, while nobody has said yet what becomes of it. */
  goal: "end" | "ahead";
  /** Failures in a row after which it gives up; by default it never does. */
  patience?: number;
  signal?: AbortSignal;
  onProgress?: (sentBytes: number, bytes: number) => void;
  /** The place that it was for is closed to the person: it goes to their own library. Told once in a recording's life. */
  onHome?: (meta: RecordingMeta) => void;
}

/** What came of it: `isOver` says that the server has made a video of it, and nobody need keep it any longer. */
export interface Sent extends UploadNames {
  isOver: boolean;
}

/** The names of what the server made of a recording by itself, if it has all of it. */
async function endedByServer(
  ports: RecorderPorts,
  store: RecordingStore,
  { meta, wholeMs }: StoredRecording,
  destination: Destination,
): Promise<UploadNames | null> {
  const ended = await endedUpload(ports, meta, destination);
  if (ended === null) return null;
  const there = { bytes: ended.bytes, wholeMs: await store.wholeMs(ended.bytes) };
  return isAllThere({ bytes: store.bytes, wholeMs }, there) ? ended.names : null;
}

/**
 * Sends a kept recording, which the caller holds.
 * @throws when it was ended, gave up, or the server has ended the upload in the middle and nobody asked for the rest of it
 */
export async function sendKept(ports: RecorderPorts, store: RecordingStore, found: StoredRecording, wish: SendingWish): Promise<Sent> {
  const { destination, goal, patience, signal, onProgress, onHome } = wish;
  const { meta, wholeMs } = found;
  await store.open(meta.id);
  let known: RecordingMeta = {
    ...meta,
    // While the file is open nobody else can look how long it is.
    durationMs: wholeMs ?? meta.durationMs,
    // Claimed from now on, also when this document dies in mid-way.
    ...(goal === "end" && { state: "stopped", order: { ...meta.order, server: destination } }),
  };
  await store.writeMeta(known);
  const ended = await endedByServer(ports, store, found, destination);
  const note = (upload: UploadNames): void => {
    if (upload.home && !known.upload?.home) onHome?.(known);
    known = { ...known, upload };
  };
  if (ended) {
    note(ended);
    return { ...ended, isOver: true };
  }
  const sender = new Sender(ports, {
    destination,
    uploadId: uploadIdOf(meta.id),
    metadata: uploadMetadata(known),
    source: { bytes: () => store.bytes, read: (from, to) => store.read(from, to) },
    upload: meta.upload,
    ...(patience !== undefined && { patience }),
    onUpload: (upload) => {
      note(upload);
      void store.writeMeta(known).catch(() => {});
    },
    onProgress: (sent) => {
      known = { ...known, sentBytes: sent };
      onProgress?.(sent, store.bytes);
    },
    onTrouble: () => {},
  });
  if (goal === "end") sender.finish();
  else sender.sendAhead();
  const abort = (): void => sender.abort();
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  try {
    const names = await sender.done;
    if (goal === "end") known = { ...known, state: "sent" };
    return { ...names, isOver: goal === "end" };
  } finally {
    signal?.removeEventListener("abort", abort);
    await store.writeMeta(known).catch(() => {});
  }
}
