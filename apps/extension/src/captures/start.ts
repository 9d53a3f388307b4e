import { startQueue } from "./queue.ts";
import { adoptOldCaptures, tidyCaptures } from "./upkeep.ts";

/** Wires the kept captures into the worker. */
export function startCaptures(): void {
  startQueue(adoptOldCaptures().then(tidyCaptures));
}
