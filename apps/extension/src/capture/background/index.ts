export type { AfterCapture, StoredCapture, TakenPicture, TakeOutcome } from "../core/stored-capture.ts";
export { restoreCapture } from "../data/discard.ts";
export { startCaptures } from "./start-captures.ts";
export { runQueue } from "../data/upload-queue.ts";
export { openEditor, takeCapture } from "./take-capture.ts";
