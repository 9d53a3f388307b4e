import type { RecorderPorts } from "../ports.ts";
import { takeRecording } from "../store/recording-lock.ts";
import { RecordingStore } from "../store/recording-store.ts";
import type { StoredRecording } from "../store/store.types.ts";
import { RecoveryError } from "./recovery-error.ts";

/** Access to the recordings on this machine's disk. Each operation opens the store and closes it again. */
export interface DiskAccess {
  /** Runs some work with an open store. */
  withStore<T>(work: (store: RecordingStore) => Promise<T>): Promise<T>;
  /** Runs some work while no other document can use the recording. @throws RecoveryError `busy` */
  withLock<T>(id: string, work: () => Promise<T>): Promise<T>;
  list(): Promise<StoredRecording[]>;
  /** @throws RecoveryError `gone` */
  find(id: string): Promise<StoredRecording>;
  remove(id: string): Promise<void>;
}

/** Opens the disk access of this document. */
export function createDiskAccess(ports: RecorderPorts): DiskAccess {
  async function withStore<T>(work: (store: RecordingStore) => Promise<T>): Promise<T> {
    const store = new RecordingStore(ports.startWorker());
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
  const list = (): Promise<StoredRecording[]> => withStore((store) => store.list());
  return {
    withStore,
    async withLock(id, work) {
      const release = await takeRecording(ports.locks, id);
      if (!release) throw new RecoveryError("busy");
      try {
        return await work();
      } finally {
        release();
      }
    },
    list,
    async find(id) {
      const found = (await list()).find(({ meta }) => meta.id === id);
      if (!found) throw new RecoveryError("gone");
      return found;
    },
    remove: (id) => withStore((store) => store.remove(id)),
  };
}
