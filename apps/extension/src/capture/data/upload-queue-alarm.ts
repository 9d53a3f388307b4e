/** Name of the alarm that wakes the worker while captures wait. */
export const QUEUE_ALARM = "captures.queue";

/** Lets the worker try to send what waits, after some minutes (one is the least that the browser takes). */
export const setQueueAlarm = (minutes = 1): Promise<void> => chrome.alarms.create(QUEUE_ALARM, { delayInMinutes: minutes });
