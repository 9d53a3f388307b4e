import { changeCapture } from "./capture-store.ts";
import type { StoredCapture } from "../core/stored-capture.ts";

/** Throws a capture away; it can be brought back for an hour. */
export const discardCapture = (id: string): Promise<StoredCapture | null> => changeCapture(id, () => ({ discardedAt: Date.now() }));

/** Brings a thrown-away capture back. */
export const restoreCapture = (id: string): Promise<StoredCapture | null> =>
  changeCapture(id, () => ({ discardedAt: null, touchedAt: Date.now() }));
