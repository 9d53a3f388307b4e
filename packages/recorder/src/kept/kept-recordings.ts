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

/** What came of sending a kept recording. */
export interface Recovered {
  itemId: string;
  shareUrl: string;
  /** The space that it lies in. */
  workspaceId: string;
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
  /**
   * Looks after an account's recordings while nobody says anything, one after the other: those that were stopped are sent to their
   * end, of those that were cut off all that there is, and what the server has ended by itself leaves this machine. Each is tried
   * some times only. Answers how many have not arrived.
   */
  sendWaiting(destination: Destination, signal?: AbortSignal): Promise<number>;
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
/** Failures in a row after which a recording that nobody waits for is left until the next look: that is after some seconds. */
const PATIENCE = 5;

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

/** A kept recording whose place is closed to its maker: it goes to their own library instead. */
export interface ComeHome {
  id: string;
  title: string;
  /** The place that it was for. */
  workspaceId: string;
  folderId: string | null;
}

/**
 * Opens the shelf of kept recordings of this origin.
 * @param onHome is told once of each recording that goes elsewhere than its maker chose
 */
export function createKeptRecordings(ports: RecorderPorts, onHome: (recording: ComeHome) => void = () => {}): KeptRecordings {
  /** Lends a store for some work. */
  async function withStore<T>(work: (store: RecordingStore) => Promise<T>): Promise<T> {
    const store = new RecordingStore(ports.startWorker());
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** Claims a recording for some work, so that no other document touches it. Who only sends it ahead lets go. */
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

  /** Sends a recording that this document holds; afterwards it is gone from here, unless its owner has yet to decide about it. */
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

  /** Sends what there is of a recording that was cut off. Who wants to recover or discard it meanwhile gets it. */
  async function sendAhead(found: StoredRecording, destination: Destination, signal?: AbortSignal): Promise<void> {
    if (isEmpty(found)) return;
    await whileYielding(ports.locks, found.meta.id, async (asked) => {
      const ending = signal ? AbortSignal.any([signal, asked]) : asked;
      // Looked at again now that nobody else has it: it may have been recovered meanwhile.
      const now = await find(found.meta.id);
      if (now.meta.state === "recording") await send(now, { destination, goal: "ahead", patience: PATIENCE, signal: ending });
    });
  }

  /** What needs no attention: it arrived, or there is nothing in it. */
  async function clear(found: StoredRecording): Promise<void> {
    await holding(found.meta.id, async () => {
      if (found.meta.state !== "sent") await forget(found.meta);
      await remove(found.meta.id);
    }).catch(() => {});
  }

  /** Removes what the server has of it, also when it made something and nobody lived to hear of it. */
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
