import type { Destination, RecorderPorts } from "../ports.ts";
import type { LocalRecording } from "../recorder.types.ts";
import { fileNameFor } from "../sending/upload-metadata.ts";
import { uploadAddress, uploadIdOf } from "../sending/upload-name.ts";
import { heldRecordings } from "../store/recording-lock.ts";
import type { RecordingMeta, StoredRecording } from "../store/store.types.ts";
import { createDiskAccess } from "./disk-access.ts";
import { removeEnded } from "./ended-upload.ts";
import { nextStepOf } from "./local-recordings.plan.ts";
import { type ComeHome, createRecovery, isEmpty, isSame, FAILURES_MAX, type Recovered, type RecoverOptions } from "./recover.ts";

/** The recordings stored on this machine's disk, except those that a document is recording or sending now. */
export interface LocalRecordings {
  /** Lists the recordings of one account and those made without one, newest first. Deletes sent and empty ones. */
  list(userId: string | null): Promise<LocalRecording[]>;
  /**
   * Sends the rest of a recording, ends its upload and deletes it from this machine. It retries without a limit.
   * Recordings made without an account go to `destination`. Those of another account or server are refused.
   * @throws RecoveryError
   */
  recover(id: string, options: RecoverOptions): Promise<Recovered>;
  /** Deletes a recording here and on the server. Does nothing when it was already deleted. @throws RecoveryError `busy` */
  discard(id: string): Promise<void>;
  /** Returns the recording as a file, to save it elsewhere. @throws RecoveryError `gone` */
  file(id: string): Promise<File>;
  /**
   * Processes an account's recordings without user interaction, one after the other: sends stopped ones to their end and all
   * available bytes of interrupted ones, and deletes those that the server has ended. The number of attempts is limited.
   * Returns the number of recordings that have not arrived.
   */
  sendWaiting(destination: Destination, signal?: AbortSignal): Promise<number>;
}

const FOLDER = "recordings";
const present = ({ meta, bytes, wholeMs }: StoredRecording): LocalRecording => ({
  id: meta.id,
  title: meta.order.title,
  startedAt: meta.startedAt,
  durationMs: wholeMs ?? meta.durationMs,
  bytes,
  sentBytes: Math.min(bytes, meta.sentBytes),
  userId: meta.order.server?.userId ?? null,
  itemId: meta.upload?.itemId ?? null,
  shareUrl: meta.upload?.shareUrl ?? null,
  state: meta.state,
});

/** Removes what the server has of a recording, also an item that it made while its answer was lost. */
async function removeFromServer(ports: RecorderPorts, { id, upload, order }: RecordingMeta): Promise<void> {
  if (!order.server) return;
  const headers = await ports.headers(order.server);
  if (headers === null) return;
  await ports
    .fetch(upload?.url ?? uploadAddress(order.server, uploadIdOf(id)), {
      method: "DELETE",
      headers: { "tus-resumable": "1.0.0", ...headers },
    })
    .catch(() => {});
}

/**
 * Opens the stored recordings of this origin.
 * @param onHome called once for each recording that goes to another space than its maker chose
 */
export function createLocalRecordings(ports: RecorderPorts, onHome: (recording: ComeHome) => void = () => {}): LocalRecordings {
  const disk = createDiskAccess(ports);
  const { recover, sendAhead } = createRecovery(ports, disk, onHome);

  /** Removes a recording that needs no decision: it arrived, or there is nothing in it. */
  async function clear(found: StoredRecording): Promise<void> {
    await disk
      .withLock(found.meta.id, async () => {
        if (found.meta.state !== "sent") await removeFromServer(ports, found.meta);
        await disk.remove(found.meta.id);
      })
      .catch(() => {});
  }

  return {
    async list(userId) {
      const isHeld = await heldRecordings(ports.locks);
      const free = (await disk.list()).filter(({ meta }) => !isHeld(meta.id));
      const mine = free.filter(({ meta }) => meta.order.server === null || meta.order.server.userId === userId);
      const useless = mine.filter((one) => one.meta.state === "sent" || isEmpty(one));
      await Promise.all(useless.map(clear));
      return mine
        .filter((one) => !useless.includes(one))
        .map(present)
        .toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
    },
    recover,
    discard: (id) =>
      disk.withLock(id, async () => {
        const found = (await disk.list()).find(({ meta }) => meta.id === id);
        if (found) await removeFromServer(ports, found.meta);
        if (found?.meta.order.server) await removeEnded(ports, found.meta, found.meta.order.server);
        await disk.remove(id);
      }),
    async file(id) {
      const { meta } = await disk.find(id);
      const folder = await (await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER)).getDirectoryHandle(id);
      const file = await (await folder.getFileHandle("data")).getFile();
      return new File([file], fileNameFor(meta.order.fileName, meta.mimeType), { type: meta.mimeType.split(";")[0] ?? "" });
    },
    async sendWaiting(destination, signal) {
      const isHeld = await heldRecordings(ports.locks);
      let left = 0;
      for (const found of await disk.list()) {
        const { id, state, order } = found.meta;
        const nextStep = nextStepOf(state, order.server !== null && isSame(order.server, destination), isHeld(id));
        if (nextStep === "leave") continue;
        const options = { destination, failuresMax: FAILURES_MAX, ...(signal && { signal }) };
        const sent = nextStep === "finish" ? recover(id, options) : sendAhead(found, destination, signal);
        await sent.catch(() => (left += 1));
      }
      return left;
    },
  };
}
