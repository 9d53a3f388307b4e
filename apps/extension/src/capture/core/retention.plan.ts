import type { StoredCapture } from "./stored-capture.ts";

const DAY_MS = 86_400_000;
/** Time that a sent capture stays on this machine after its last change. */
const SENT_RETENTION_MS = 7 * DAY_MS;
/** Time that an unsaved capture stays after its last change. Waiting and refused captures stay until they are sent or discarded. */
const UNSAVED_RETENTION_MS = 30 * DAY_MS;
/** Time that a discarded capture can be restored. */
const DISCARDED_RETENTION_MS = 3_600_000;

/** Returns whether the annotations have changed since the last save. */
export const hasUnsavedDrawing = ({ document, savedDocument }: Pick<StoredCapture, "document" | "savedDocument">): boolean =>
  JSON.stringify(document) !== JSON.stringify(savedDocument);

/** Returns whether a capture has expired and can be deleted. */
export function isOver(capture: StoredCapture, nowMs: number): boolean {
  if (capture.discardedAt !== null) return nowMs - capture.discardedAt > DISCARDED_RETENTION_MS;
  const age = nowMs - capture.touchedAt;
  if (capture.upload.state === "done") return age > (hasUnsavedDrawing(capture) ? UNSAVED_RETENTION_MS : SENT_RETENTION_MS);
  return capture.upload.state === "none" && age > UNSAVED_RETENTION_MS;
}
