import { captureById, pictureOf, watchCaptures } from "../../data/capture-store.ts";
import type { StoredCapture } from "../../core/stored-capture.ts";
import { askMemory } from "../../data/unsaved-capture.ts";
import { isOwnedBy, ownerNow } from "../../../shared/data/owner.ts";

/** A capture with its pixels, as its editor begins with it. */
export interface LoadedCapture {
  capture: StoredCapture;
  picture: Blob;
  /** False: the disk had no room for it, and it lives in this tab alone. */
  isStored: boolean;
}

/** How long a capture that is just being written may take to arrive, in milliseconds. */
const PATIENCE_MS = 5_000;

async function stored(id: string): Promise<LoadedCapture | null> {
  const [capture, picture, owner] = await Promise.all([captureById(id), pictureOf(id, "base"), ownerNow()]);
  // Somebody else's capture is not there, for whoever sits in front of it now.
  if (!capture || !picture || capture.discardedAt !== null || !isOwnedBy(capture.owner, owner)) return null;
  return { capture, picture, isStored: true };
}

/**
 * Reads a capture. One that is being written this moment is waited for, and one that the disk has no room for is taken
 * over from the worker; null when there is none.
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
    const timer = setTimeout(() => end(null), PATIENCE_MS);
    const stopWatching = watchCaptures((changed) => void (changed === id && check()));
    const stopAsking = askMemory(id, (given) => end({ ...given, isStored: false }));
    // It may have been written between the first look and the listening.
    void check();
  });
}
