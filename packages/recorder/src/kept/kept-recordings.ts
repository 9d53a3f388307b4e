import type { Destination, RecorderPorts } from "../ports.ts";
import type { KeptRecording } from "../recorder.types.ts";
import { fileNameFor } from "../sending/upload-metadata.ts";
import { uploadAddress, uploadIdOf } from "../sending/upload-name.ts";
import { heldRecordings, takeRecording, whileYielding } from "../store/recording-lock.ts";
import { RecordingStore } from "../store/recording-store.ts";
import type { RecordingMeta, StoredRecording } from "../store/store.types.ts";
import { removeEnded, spaceOf } from "./ended-upload.ts";
import { upkeepOf } from "./kept.plan.ts";
import { sendKept, type SendingWish, type Sent } from "./send-kept.ts";

/** Result of sending a stored recording. */
export interface Recovered {
  itemId: string;
  shareUrl: string;
  /** The space that contains it. */
  workspaceId: string;
}

/** Options of sending a stored recording. */
export interface RecoverOptions {
  destination: Destination;
  signal?: AbortSignal;
  onProgress?: (sentBytes: number, bytes: number) => void;
}

/** The recordings stored on this machine's disk, except those that a document is recording or sending now. */
export interface KeptRecordings {
  /** Lists the recordings of one account and those made without one, newest first. Deletes sent and empty ones. */
  list(userId: string | null): Promise<KeptRecording[]>;
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

/** Reason of a recovery error: deleted, in use by another document, without complete content, of another user, or aborted by the caller. */
export type RecoveryReason = "gone" | "busy" | "empty" | "not-yours" | "aborted";

/** Error of a stored recording that is not available. */
export class RecoveryError extends Error {
  readonly reason: RecoveryReason;
  constructor(reason: RecoveryReason) {
    super(`The recording cannot be had: ${reason}.`);
    this.reason = reason;
  }
}

const FOLDER = "recordings";
/** Consecutive failures after which a recording without a waiting caller is left until the next check, some seconds later. */
const PATIENCE = 5;

/** Returns whether two destinations are the same account on the same server, independent of the spelling of the address. */
const isSame = (a: Destination, b: Destination): boolean => a.userId === b.userId && new URL(a.url).origin === new URL(b.url).origin;

const present = ({ meta, bytes, wholeMs }: StoredRecording): KeptRecording => ({
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

/** Returns whether nothing can be played: no fragment was finished. */
const isEmpty = ({ bytes, wholeMs }: StoredRecording): boolean => bytes === 0 || wholeMs === 0;

/** A stored recording that goes to its maker's personal library, because access to its save target was lost. */
export interface ComeHome {
  id: string;
  title: string;
  /** The original save target. */
  workspaceId: string;
  folderId: string | null;
}

/**
 * Opens the stored recordings of this origin.
 * @param onHome called once for each recording that goes to another space than its maker chose
 */
export function createKeptRecordings(ports: RecorderPorts, onHome: (recording: ComeHome) => void = () => {}): KeptRecordings {
  /** Opens a store for an operation and closes it afterwards. */
  async function withStore<T>(work: (store: RecordingStore) => Promise<T>): Promise<T> {
    const store = new RecordingStore(ports.startWorker());
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** Locks a recording for an operation, so that no other document uses it. An upload ahead of time releases it on request. */
  async function holding<T>(id: string, work: () => Promise<T>): Promise<T> {
    const release = await takeRecording(ports.locks, id);
    if (!release) throw new RecoveryError("busy");
    try {
      return await work();
    } finally {
      release();
    }
  }

  const all = (): Promise<StoredRecording[]> => withStore((store) => store.list());
  async function find(id: string): Promise<StoredRecording> {
    const found = (await all()).find(({ meta }) => meta.id === id);
    if (!found) throw new RecoveryError("gone");
    return found;
  }
  const remove = (id: string): Promise<void> => withStore((store) => store.remove(id));

  /** Sends a recording that this document has locked, and deletes it, unless its owner has not decided about it yet. */
  async function send(found: StoredRecording, wish: SendingWish): Promise<Sent> {
    try {
      const tellHome = ({ id, order: { title, workspaceId, folderId } }: RecordingMeta): void =>
        onHome({ id, title, workspaceId, folderId });
      const sent = await withStore((store) => sendKept(ports, store, found, { ...wish, onHome: tellHome }));
      if (sent.isOver) await remove(found.meta.id);
      return sent;
    } catch {
      throw new RecoveryError("aborted");
    }
  }

  const recover = (id: string, options: RecoverOptions & { patience?: number }): Promise<Recovered> =>
    holding(id, async () => {
      const found = await find(id);
      const { server } = found.meta.order;
      if (server && !isSame(server, options.destination)) throw new RecoveryError("not-yours");
      if (isEmpty(found)) throw new RecoveryError("empty");
      const { itemId, shareUrl, home } = await send(found, { ...options, goal: "end" });
      return { itemId, shareUrl, workspaceId: spaceOf({ home }, found.meta) };
    });

  /** Sends the available bytes of an interrupted recording. Releases the lock when another caller recovers or discards it. */
  async function sendAhead(found: StoredRecording, destination: Destination, signal?: AbortSignal): Promise<void> {
    if (isEmpty(found)) return;
    await whileYielding(ports.locks, found.meta.id, async (asked) => {
      const ending = signal ? AbortSignal.any([signal, asked]) : asked;
      // Read again under the lock, because it may have been recovered meanwhile.
      const now = await find(found.meta.id);
      if (now.meta.state === "recording") await send(now, { destination, goal: "ahead", patience: PATIENCE, signal: ending });
    });
  }

  /** Deletes a recording that has arrived or is empty. */
  async function clear(found: StoredRecording): Promise<void> {
    await holding(found.meta.id, async () => {
      if (found.meta.state !== "sent") await forget(found.meta);
      await remove(found.meta.id);
    }).catch(() => {});
  }

  /** Removes the server's data of it, including a video that the server created without a response to the recorder. */
  async function forget({ id, upload, order }: RecordingMeta): Promise<void> {
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

  return {
    async list(userId) {
      const isHeld = await heldRecordings(ports.locks);
      const free = (await all()).filter(({ meta }) => !isHeld(meta.id));
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
      holding(id, async () => {
        const found = (await all()).find(({ meta }) => meta.id === id);
        if (found) await forget(found.meta);
        if (found?.meta.order.server) await removeEnded(ports, found.meta, found.meta.order.server);
        await remove(id);
      }),
    async file(id) {
      const { meta } = await find(id);
      const folder = await (await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER)).getDirectoryHandle(id);
      const file = await (await folder.getFileHandle("data")).getFile();
      return new File([file], fileNameFor(meta.order.fileName, meta.mimeType), { type: meta.mimeType.split(";")[0] ?? "" });
    },
    async sendWaiting(destination, signal) {
      const isHeld = await heldRecordings(ports.locks);
      let left = 0;
      for (const found of await all()) {
        const { id, state, order } = found.meta;
        const upkeep = upkeepOf(state, order.server !== null && isSame(order.server, destination), isHeld(id));
        if (upkeep === "leave") continue;
        const options = { destination, patience: PATIENCE, ...(signal && { signal }) };
        const sent = upkeep === "finish" ? recover(id, options) : sendAhead(found, destination, signal);
        await sent.catch(() => (left += 1));
      }
      return left;
    },
  };
}
