import { startQueue } from "../data/upload-queue.ts";
import { adoptOldCaptures, tidyCaptures } from "./retention.ts";

/** Wires the kept captures into the worker. */
export function startCaptures(): void {
  startQueue(adoptOldCaptures().then(tidyCaptures));
}
