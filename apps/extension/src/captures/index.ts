export type { AfterCapture, StoredCapture, TakenPicture, TakeOutcome } from "./capture.types.ts";
export { restoreCapture } from "./discard.ts";
export { startCaptures } from "./start.ts";
export { runQueue } from "./queue.ts";
export { openEditor, takeCapture } from "./take-capture.ts";
