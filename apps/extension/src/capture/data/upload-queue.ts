import { allCaptures } from "./capture-store.ts";
import type { StoredCapture } from "../core/stored-capture.ts";
import { writeCaptureState } from "./capture-state.ts";
import { isOwnedBy, ownerNow } from "../../shared/data/owner.ts";
import { serverAnswers } from "../../shared/data/server-probe.ts";
import { pauseAfter } from "./upload-queue.plan.ts";
import { QUEUE_ALARM, setQueueAlarm } from "./upload-queue-alarm.ts";
import { sendCapture } from "./send-capture.ts";

/** Name of the lock for a pass through the queue. Other calls return immediately. */
const LOCK = "captures.queue";
const FAILURES = "queueFailures";

const isWaiting = ({ upload }: StoredCapture): boolean => upload.state === "waiting" || upload.state === "sending";

async function waitingCaptures(): Promise<StoredCapture[]> {
  const [captures, owner] = await Promise.all([allCaptures(), ownerNow()]);
  return owner === null ? [] : captures.filter((capture) => isWaiting(capture) && isOwnedBy(capture.owner, owner));
}

/** Result of a pass through the queue. */
export type QueueResult =
  /** Nothing waits, or only something that needs the user or a longer pause: the alarm is enough. */
  | "settled"
  /** The server answers no probe. */
  | "unreachable"
  /** The server answers, but could not process an upload. */
  | "unavailable"
  /** Another pass is running. */
  | "busy";

/** Stores the number of failures, and sets the alarm for the next attempt or removes it when nothing waits. */
async function setAlarm(failures: number): Promise<void> {
  await chrome.storage.local.set({ [FAILURES]: failures });
  if ((await waitingCaptures()).length === 0) await chrome.alarms.clear(QUEUE_ALARM);
  else await setQueueAlarm(pauseAfter(failures));
}

async function pass(): Promise<QueueResult> {
  const stored = (await chrome.storage.local.get(FAILURES)) as { [FAILURES]?: number };
  if ((await waitingCaptures()).length > 0) {
    // The alarm is set before the upload: it wakes a new worker when this one terminates.
    await setQueueAlarm();
    if (!(await serverAnswers())) return "unreachable";
  }
  const tried = new Set<string>();
  for (;;) {
    const next = (await waitingCaptures()).find(({ id }) => !tried.has(id));
    if (!next) {
      await setAlarm(0);
      return "settled";
    }
    tried.add(next.id);
    const outcome = await sendCapture(next.id);
    // No page shows this failure: the icon has a mark, and the popup the message.
    if (outcome.ok && outcome.save?.ok === false) await writeCaptureState({ notice: { reason: "not-saved", isStored: true } });
    if (outcome.ok || outcome.kind !== "later") continue;
    const isUnavailable = outcome.reason === "offline";
    if (!isUnavailable) await setAlarm((stored[FAILURES] ?? 0) + 1);
    return isUnavailable ? "unavailable" : "settled";
  }
}

/**
 * Sends waiting captures, oldest first, one at a time. Stops at the first capture that cannot be sent now. A call during a
 * pass returns without waiting.
 */
export function runQueue(): Promise<QueueResult> {
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? pass() : "busy"));
}
