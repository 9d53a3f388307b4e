import { allCaptures, changeCapture } from "./capture-store.ts";
import type { StoredCapture } from "./capture.types.ts";
import { isOwnedBy, ownerNow } from "./owner.ts";

/** Throws a capture away; it can be brought back for an hour. */
export const discardCapture = (id: string): Promise<StoredCapture | null> => changeCapture(id, () => ({ discardedAt: Date.now() }));

/** Brings a thrown-away capture back. */
export const restoreCapture = (id: string): Promise<StoredCapture | null> =>
  changeCapture(id, () => ({ discardedAt: null, touchedAt: Date.now() }));

/** Throws away everything of this person that waits for the server or was refused by it; answers with the ids. */
export async function discardWaiting(): Promise<string[]> {
  const [captures, owner] = await Promise.all([allCaptures(), ownerNow()]);
  const waiting = captures.filter(
    ({ upload, owner: mark }) => upload.state !== "none" && upload.state !== "done" && isOwnedBy(mark, owner),
  );
  for (const { id } of waiting) await discardCapture(id);
  return waiting.map(({ id }) => id);
}
