import type { Destination, RecorderPorts } from "../ports.ts";
import type { KeptRecording } from "../recorder.types.ts";
import { Sender } from "../sending/sender.ts";
import { fileNameFor, uploadMetadata } from "../sending/upload-metadata.ts";
import { tryHoldRecording } from "../store/recording-lock.ts";
import { RecordingStore } from "../store/recording-store.ts";
import type { RecordingMeta, StoredRecording } from "../store/store.types.ts";

/** What came of sending a kept recording. */
export interface Recovered {
  itemId: string;
  shareUrl: string;
}

/** How a kept recording is sent. */
export interface RecoverOptions {
  destination: Destination;
  signal?: AbortSignal;
  onProgress?: (sentBytes: number, bytes: number) => void;
}

/** The recordings that lie on this machine's disk. Those that a document is recording or sending just now are left out. */
export interface KeptRecordings {
  /** The recordings of one account, and those that were made signed out; newest first. Sent and empty ones are cleared away on the way. */
  list(userId: string | null): Promise<KeptRecording[]>;
  /**
   * Sends the rest of a recording and ends its upload; afterwards it is gone from this machine. It tries as long as it takes.
   * Recordings that were made signed out go to `destination`; another account's or another server's are refused.
   * @throws RecoveryError
   */
  recover(id: string, options: RecoverOptions): Promise<Recovered>;
  /** Throws a recording away, here and on the server. Does nothing when it is gone already. @throws RecoveryError `busy` */
  discard(id: string): Promise<void>;
  /** The recording as a file, to be kept elsewhere. @throws RecoveryError `gone` */
  file(id: string): Promise<File>;
  /** Sends all of an account that were stopped but have not arrived, one after the other. Answers how many are left. */
  sendStopped(destination: Destination, signal?: AbortSignal): Promise<number>;
}

/** Why a kept recording cannot be had: it is not there, another document has it, nothing whole is in it, it is somebody else's, or the caller gave up. */
export type RecoveryReason = "gone" | "busy" | "empty" | "not-yours" | "aborted";

/** A kept recording cannot be had. */
export class RecoveryError extends Error {
  readonly reason: RecoveryReason;
  constructor(reason: RecoveryReason) {
    super(`The recording cannot be had: ${reason}.`);
    this.reason = reason;
  }
}

const FOLDER = "recordings";

/** The same account on the same server, whatever the address looks like. */
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

/** Nothing that could be played: no fragment was finished. */
const isEmpty = ({ bytes, wholeMs }: StoredRecording): boolean => bytes === 0 || wholeMs === 0;

/** Opens the shelf of kept recordings of this origin. */
export function createKeptRecordings(ports: RecorderPorts): KeptRecordings {
  /** Lends a store for some work. */
  async function withStore<T>(work: (store: RecordingStore) => Promise<T>): Promise<T> {
    const store = new RecordingStore(ports.startWorker());
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** Claims a recording for some work, so that no other document touches it. */
  async function holding<T>(id: string, work: () => Promise<T>): Promise<T> {
    const release = await tryHoldRecording(ports.locks, id);
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

  async function send(meta: RecordingMeta, { destination, signal, onProgress }: RecoverOptions): Promise<Recovered> {
    return withStore(async (store) => {
      await store.open(meta.id);
      // Claimed from now on, also when this document dies in mid-way.
      let known: RecordingMeta = { ...meta, state: "stopped", order: { ...meta.order, server: destination } };
      await store.writeMeta(known);
      const sender = new Sender(ports, {
        destination,
        metadata: uploadMetadata(known),
        source: { bytes: () => store.bytes, read: (from, to) => store.read(from, to) },
        upload: meta.upload,
        onUpload: (upload) => {
          known = { ...known, upload };
          void store.writeMeta(known).catch(() => {});
        },
        onProgress: (sent) => {
          known = { ...known, sentBytes: sent };
          onProgress?.(sent, store.bytes);
        },
        onTrouble: () => {},
      });
      sender.finish();
      const abort = (): void => sender.abort();
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
      try {
        const { itemId, shareUrl } = await sender.done;
        await store.writeMeta({ ...known, state: "sent" }).catch(() => {});
        return { itemId, shareUrl };
      } catch {
        await store.writeMeta(known).catch(() => {});
        throw new RecoveryError("aborted");
      } finally {
        signal?.removeEventListener("abort", abort);
      }
    });
  }

  const recover = (id: string, options: RecoverOptions): Promise<Recovered> =>
    holding(id, async () => {
      const found = await find(id);
      const { server } = found.meta.order;
      if (server && !isSame(server, options.destination)) throw new RecoveryError("not-yours");
      if (isEmpty(found)) throw new RecoveryError("empty");
      const recovered = await send(found.meta, options);
      await remove(id);
      return recovered;
    });

  /** What needs no attention: it arrived, or there is nothing in it. */
  async function clear(found: StoredRecording): Promise<void> {
    await holding(found.meta.id, async () => {
      if (found.meta.state !== "sent") await forget(found.meta);
      await remove(found.meta.id);
    }).catch(() => {});
  }

  async function forget({ upload, order }: RecordingMeta): Promise<void> {
    if (!upload || !order.server) return;
    const headers = await ports.headers(order.server);
    if (headers === null) return;
    await ports.fetch(upload.url, { method: "DELETE", headers: { "tus-resumable": "1.0.0", ...headers } }).catch(() => {});
  }

  return {
    async list(userId) {
      const held = new Set((await ports.locks.query()).held?.map(({ name }) => name));
      const free = (await all()).filter(({ meta }) => !held.has(`stillreel-recording-${meta.id}`));
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
        await remove(id);
      }),
    async file(id) {
      const { meta } = await find(id);
      const folder = await (await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER)).getDirectoryHandle(id);
      const file = await (await folder.getFileHandle("data")).getFile();
      return new File([file], fileNameFor(meta.order.fileName, meta.mimeType), { type: meta.mimeType.split(";")[0] ?? "" });
    },
    async sendStopped(destination, signal) {
      const stopped = (await all()).filter(
        ({ meta }) => meta.state === "stopped" && meta.order.server && isSame(meta.order.server, destination),
      );
      let left = 0;
      for (const { meta } of stopped) {
        await recover(meta.id, { destination, ...(signal ? { signal } : {}) }).catch(() => {
          left += 1;
        });
      }
      return left;
    },
  };
}
