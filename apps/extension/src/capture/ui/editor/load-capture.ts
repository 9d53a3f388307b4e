import { captureById, pictureOf, watchCaptures } from "../../data/capture-store.ts";
import type { StoredCapture } from "../../core/stored-capture.ts";
import { askMemory } from "../../data/unsaved-capture.ts";
import { isOwnedBy, ownerNow } from "../../../shared/data/owner.ts";

/** A capture with its pixels, the initial state of its editor. */
export interface LoadedCapture {
  capture: StoredCapture;
  picture: Blob;
  /** False when the disk had no room: the capture exists only in this tab. */
  isStored: boolean;
}

/** Time limit for a capture that is being written, in milliseconds. */
const WAIT_MAX_MS = 5_000;

async function stored(id: string): Promise<LoadedCapture | null> {
  const [capture, picture, owner] = await Promise.all([captureById(id), pictureOf(id, "base"), ownerNow()]);
  // Captures of other users are treated as missing.
  if (!capture || !picture || capture.discardedAt !== null || !isOwnedBy(capture.owner, owner)) return null;
  return { capture, picture, isStored: true };
}

/**
 * Reads a capture. Waits for one that is being written, and takes one without room on the disk from the worker's memory.
 * Returns null when it does not exist.
 */
export async function loadCapture(id: string): Promise<LoadedCapture | null> {
  const there = await stored(id);
  if (there) return there;
  return new Promise((resolve) => {
    const end = (loaded: LoadedCapture | null): void => {
      clearTimeout(timer);
      stopWatching();
      stopAsking();
      resolve(loaded);
    };
    const check = async (): Promise<void> => {
      const found = await stored(id);
      if (found) end(found);
    };
    const timer = setTimeout(() => end(null), WAIT_MAX_MS);
    const stopWatching = watchCaptures((changed) => void (changed === id && check()));
    const stopAsking = askMemory(id, (given) => end({ ...given, isStored: false }));
    // The write may have finished between the first read and the subscription.
    void check();
  });
}
