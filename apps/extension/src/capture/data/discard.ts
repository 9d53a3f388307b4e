import { changeCapture } from "./capture-store.ts";
import type { StoredCapture } from "../core/stored-capture.ts";

/** Discards a capture; it can be restored for one hour. */
export const discardCapture = (id: string): Promise<StoredCapture | null> => changeCapture(id, () => ({ discardedAt: Date.now() }));

/** Restores a discarded capture. */
export const restoreCapture = (id: string): Promise<StoredCapture | null> =>
  changeCapture(id, () => ({ discardedAt: null, touchedAt: Date.now() }));
