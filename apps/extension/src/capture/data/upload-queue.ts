import { allCaptures } from "./capture-store.ts";
import type { StoredCapture } from "../core/stored-capture.ts";
import { isOwnedBy, ownerNow } from "../../shared/data/owner.ts";
import { pauseAfter } from "./upload-queue.plan.ts";
import { QUEUE_ALARM, setQueueAlarm } from "./upload-queue-alarm.ts";
import { sendCapture } from "./send-capture.ts";

/** Who runs the queue holds this lock; others leave it to them. */
const LOCK = "captures.queue";
const FAILURES = "queueFailures";

const isWaiting = ({ upload }: StoredCapture): boolean => upload.state === "waiting" || upload.state === "sending";

async function waitingCaptures(): Promise<StoredCapture[]> {
  const [captures, owner] = await Promise.all([allCaptures(), ownerNow()]);
  return owner === null ? [] : captures.filter((capture) => isWaiting(capture) && isOwnedBy(capture.owner, owner));
}

/** Sets the alarm for the next try, or takes it away when nothing waits. */
async function setAlarm(failures: number): Promise<void> {
  await chrome.storage.local.set({ [FAILURES]: failures });
  if ((await waitingCaptures()).length === 0) await chrome.alarms.clear(QUEUE_ALARM);
  else await setQueueAlarm(pauseAfter(failures));
}

/**
 * Sends what waits, oldest first, one at a time; stops at the first that cannot go out now. Whoever calls it while it
 * runs need not wait for it.
 */
export async function runQueue(): Promise<void> {
  await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const stored = (await chrome.storage.local.get(FAILURES)) as { [FAILURES]?: number };
    // Set before anything is sent: a worker that dies in the middle is woken by it.
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
