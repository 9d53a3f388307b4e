import { allCaptures } from "./capture-store.ts";
import type { StoredCapture } from "../core/stored-capture.ts";
import { isOwnedBy, ownerNow } from "../../shared/data/owner.ts";
import { pauseAfter } from "./upload-queue.plan.ts";
import { QUEUE_ALARM, setQueueAlarm } from "./upload-queue-alarm.ts";
import { sendCapture } from "./send-capture.ts";

/** Name of the lock for running the queue. Other calls return immediately. */
const LOCK = "captures.queue";
const FAILURES = "queueFailures";

const isWaiting = ({ upload }: StoredCapture): boolean => upload.state === "waiting" || upload.state === "sending";

async function waitingCaptures(): Promise<StoredCapture[]> {
  const [captures, owner] = await Promise.all([allCaptures(), ownerNow()]);
  return owner === null ? [] : captures.filter((capture) => isWaiting(capture) && isOwnedBy(capture.owner, owner));
}

/** Sets the alarm for the next attempt, or removes it when nothing waits. */
async function setAlarm(failures: number): Promise<void> {
  await chrome.storage.local.set({ [FAILURES]: failures });
  if ((await waitingCaptures()).length === 0) await chrome.alarms.clear(QUEUE_ALARM);
  else await setQueueAlarm(pauseAfter(failures));
}

/**
 * Sends waiting captures, oldest first, one at a time. Stops at the first capture that cannot be sent now. A call during a
 * run returns without waiting.
 */
export async function runQueue(): Promise<void> {
  await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const stored = (await chrome.storage.local.get(FAILURES)) as { [FAILURES]?: number };
    // The alarm is set before the upload: it wakes a new worker when this one terminates.
    if ((await waitingCaptures()).length > 0) await setQueueAlarm();
    const tried = new Set<string>();
    for (;;) {
      const next = (await waitingCaptures()).find(({ id }) => !tried.has(id));
      if (!next) return setAlarm(0);
      tried.add(next.id);
      const outcome = await sendCapture(next.id);
      if (!outcome.ok && outcome.kind === "later") return setAlarm((stored[FAILURES] ?? 0) + 1);
    }
  });
}
