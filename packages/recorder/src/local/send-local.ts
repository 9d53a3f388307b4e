import type { Destination, RecorderPorts } from "../ports.ts";
import { decodeSamples, trackOf } from "../pointer/pointer-log.ts";
import { Sender, type UploadNames } from "../sending/sender.ts";
import { uploadMetadata } from "../sending/upload-metadata.ts";
import { uploadIdOf } from "../sending/upload-name.ts";
import type { RecordingStore } from "../store/recording-store.ts";
import type { RecordingMeta, StoredRecording } from "../store/store.types.ts";
import { endedUpload } from "./ended-upload.ts";
import { isAllThere } from "./local-recordings.plan.ts";

/** Options of an upload of a stored recording. */
export interface SendOptions {
  destination: Destination;
  /** Whether to send to its end, or only the available bytes while the owner has not decided. */
  goal: "end" | "ahead";
  /** Consecutive failures after which it gives up. Never by default. */
  failuresMax?: number;
  signal?: AbortSignal;
  onProgress?: (sentBytes: number, bytes: number) => void;
  /** Called once per recording when access to its save target was lost, and it goes to the personal library. */
  onHome?: (meta: RecordingMeta) => void;
}

/** Result of an upload. `isOver`: the server has created a video of it, and the local copy is no longer needed. */
export interface Sent extends UploadNames {
  isOver: boolean;
}

/** Returns the ids of the video that the server created without the recorder, if it contains all of the recording. */
async function endedByServer(
  ports: RecorderPorts,
  store: RecordingStore,
  { meta, wholeMs }: StoredRecording,
  { destination, signal }: SendOptions,
): Promise<UploadNames | null> {
  const ended = await endedUpload(ports, meta, destination, signal);
  if (ended === null) return null;
  const there = { bytes: ended.bytes, wholeMs: await store.wholeMs(ended.bytes) };
  return isAllThere({ bytes: store.bytes, wholeMs }, there) ? ended.names : null;
}

/**
 * Sends a stored recording that the caller has locked.
 * @throws when it was aborted, gave up, or the server has ended a partial upload whose rest no caller requested
 */
export async function sendLocal(ports: RecorderPorts, store: RecordingStore, found: StoredRecording, options: SendOptions): Promise<Sent> {
  const { destination, goal, failuresMax, signal, onProgress, onHome } = options;
  const { meta, wholeMs } = found;
  await store.open(meta.id);
  let known: RecordingMeta = {
    ...meta,
    // While the file is open, no other document can read its length.
    durationMs: wholeMs ?? meta.durationMs,
    // Assigned from now on, also when this document is closed meanwhile.
    ...(goal === "end" && { state: "stopped", order: { ...meta.order, server: destination } }),
  };
  await store.writeMeta(known);
  const ended = await endedByServer(ports, store, found, options);
  signal?.throwIfAborted();
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
    pointer: async () => trackOf(decodeSamples(await store.readPointer())),
    ...(failuresMax !== undefined && { failuresMax }),
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
