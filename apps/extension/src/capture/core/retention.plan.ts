import type { StoredCapture } from "./stored-capture.ts";

const DAY_MS = 86_400_000;
/** What lies on the server too stays here this long after it was touched last. */
const SENT_RETENTION_MS = 7 * DAY_MS;
/** What nobody saved stays this long after it was touched last. What waits or was refused stays until it is sent or discarded. */
const UNSAVED_RETENTION_MS = 30 * DAY_MS;
/** What was thrown away can be brought back this long. */
const DISCARDED_RETENTION_MS = 3_600_000;

/** Has somebody drawn on it since it was saved? */
export const hasUnsavedDrawing = ({ document, savedDocument }: Pick<StoredCapture, "document" | "savedDocument">): boolean =>
  JSON.stringify(document) !== JSON.stringify(savedDocument);

/** Is it time to let go of a capture? */
export function isOver(capture: StoredCapture, nowMs: number): boolean {
  if (capture.discardedAt !== null) return nowMs - capture.discardedAt > DISCARDED_RETENTION_MS;
  const age = nowMs - capture.touchedAt;
  if (capture.upload.state === "done") return age > (hasUnsavedDrawing(capture) ? UNSAVED_RETENTION_MS : SENT_RETENTION_MS);
  return capture.upload.state === "none" && age > UNSAVED_RETENTION_MS;
}
