import type { Destination, RecorderPorts } from "../ports.ts";
import { whileYielding } from "../store/recording-lock.ts";
import type { RecordingMeta, StoredRecording } from "../store/store.types.ts";
import type { DiskAccess } from "./disk-access.ts";
import { spaceOf } from "./ended-upload.ts";
import { RecoveryError } from "./recovery-error.ts";
import { sendLocal, type SendOptions, type Sent } from "./send-local.ts";

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

/** A stored recording that goes to its maker's personal library, because access to its save target was lost. */
export interface ComeHome {
  id: string;
  title: string;
  /** The original save target. */
  workspaceId: string;
  folderId: string | null;
}

/** Consecutive failures after which a recording without a waiting caller is left until the next check, some seconds later. */
export const FAILURES_MAX = 5;

/** Returns whether two destinations are the same account on the same server, independent of the spelling of the address. */
export const isSame = (a: Destination, b: Destination): boolean => a.userId === b.userId && new URL(a.url).origin === new URL(b.url).origin;

/** Returns whether nothing can be played: no fragment was finished. */
export const isEmpty = ({ bytes, wholeMs }: StoredRecording): boolean => bytes === 0 || wholeMs === 0;

/** Sends stored recordings. */
export interface Recovery {
  recover(id: string, options: RecoverOptions & { failuresMax?: number }): Promise<Recovered>;
  sendAhead(found: StoredRecording, destination: Destination, signal?: AbortSignal): Promise<void>;
}

/** Makes the sending of stored recordings, see `createKeptRecordings`. */
export function createRecovery(ports: RecorderPorts, disk: DiskAccess, onHome: (recording: ComeHome) => void): Recovery {
  /** Sends a recording that this document has locked; afterwards it is removed from here, unless its owner has yet to decide about it. */
  async function send(found: StoredRecording, options: SendOptions): Promise<Sent> {
    try {
      const notifyHome = ({ id, order: { title, workspaceId, folderId } }: RecordingMeta): void =>
        onHome({ id, title, workspaceId, folderId });
      const sent = await disk.withStore((store) => sendLocal(ports, store, found, { ...options, onHome: notifyHome }));
      if (sent.isOver) await disk.remove(found.meta.id);
      return sent;
    } catch {
      throw new RecoveryError("aborted");
    }
  }

  return {
    recover: (id, options) =>
      disk.withLock(id, async () => {
        const found = await disk.find(id);
        const { server } = found.meta.order;
        if (server && !isSame(server, options.destination)) throw new RecoveryError("not-yours");
        if (isEmpty(found)) throw new RecoveryError("empty");
        const { itemId, shareUrl, home } = await send(found, { ...options, goal: "end" });
        return { itemId, shareUrl, workspaceId: spaceOf({ home }, found.meta) };
      }),
    /** Sends what there is of a recording that was cut off. A document that wants to recover or discard it meanwhile gets the lock. */
    async sendAhead(found, destination, signal) {
      if (isEmpty(found)) return;
      await whileYielding(ports.locks, found.meta.id, async (asked) => {
        const ending = signal ? AbortSignal.any([signal, asked]) : asked;
        // Read again now that no other document has the lock: it may have been recovered meanwhile.
        const now = await disk.find(found.meta.id);
        if (now.meta.state === "recording") await send(now, { destination, goal: "ahead", failuresMax: FAILURES_MAX, signal: ending });
      });
    },
  };
}
