import { badgeRest } from "../../shared/background/badge.ts";
import { SESSION_COOKIES } from "../../shared/data/session.ts";
import { publishCount, watchCaptures } from "../data/capture-store.ts";
import { QUEUE_ALARM } from "../data/upload-queue-alarm.ts";
import { sendWaiting } from "./queue-runner.ts";
import { adoptOldCaptures, tidyCaptures } from "./retention.ts";

/**
 * Registers the queue in the worker. It runs on every wake and on its alarm.
 * @param ready work that must finish before the first run
 */
function startQueue(ready: Promise<void>): void {
  chrome.alarms.onAlarm.addListener(({ name }) => {
    if (name === QUEUE_ALARM) void sendWaiting();
  });
  // A listener makes the browser start the worker at browser start; the queue runs at the end of every start.
  chrome.runtime.onStartup.addListener(() => undefined);
  // After sign-in the user's own captures are sent, and no others.
  chrome.cookies.onChanged.addListener(({ cookie }) => {
    if (cookie.name === SESSION_COOKIES[1]) void publishCount().then(badgeRest).then(sendWaiting);
  });
  watchCaptures(() => void badgeRest());
  void ready
    .catch(() => undefined)
    .then(badgeRest)
    .then(sendWaiting);
}

/** Starts the stored captures in the worker: first the retention, then the queue. */
export function startCaptures(): void {
  startQueue(adoptOldCaptures().then(tidyCaptures));
}
