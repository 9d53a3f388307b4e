import { type QueueResult, runQueue } from "../data/upload-queue.ts";

/**
 * Pause between two passes without the server, in milliseconds. Each pass calls extension APIs, so the browser does not terminate the
 * worker, which it does after 30 seconds without such a call.
 */
const PAUSE_MS = 4_000;
/** Maximum pause between two passes while the server answers but is unavailable, in milliseconds. */
const PAUSE_MAX_MS = 32_000;
/**
 * Time without the server after which only the alarm runs the queue, in milliseconds: the worker then terminates between two alarms. A
 * server that is stopped overnight is noticed within seconds in the morning.
 */
const FOLLOW_MAX_MS = 12 * 3_600_000;
/** Storage key of the time of the first pass without the server, in milliseconds since 1970. It survives the worker. */
const SINCE = "queueWaitsSince";

let following: Promise<void> | null = null;

/** Returns whether the worker still waits for the server between two alarms, and stores since when. */
async function isWorthWaiting(): Promise<boolean> {
  const { [SINCE]: since } = (await chrome.storage.session.get(SINCE)) as { [SINCE]?: number };
  if (since === undefined) await chrome.storage.session.set({ [SINCE]: Date.now() });
  return since === undefined || Date.now() - since < FOLLOW_MAX_MS;
}

/** Repeats the pass until nothing waits for the server. */
async function follow(first: QueueResult): Promise<void> {
  let pauseMs = PAUSE_MS;
  for (let result = first; result !== "settled"; result = await runQueue()) {
    if (!(await isWorthWaiting())) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = result === "unavailable" ? Math.min(PAUSE_MAX_MS, pauseMs * 2) : PAUSE_MS;
  }
  await chrome.storage.session.remove(SINCE);
}

/**
 * Sends the waiting captures, and repeats that every few seconds while the server cannot be reached. The alarm of the queue continues
 * this in the next worker when the browser terminates this one. Resolves after the first pass.
 */
export async function sendWaiting(): Promise<void> {
  const result = await runQueue();
  following ??= follow(result).finally(() => (following = null));
}
