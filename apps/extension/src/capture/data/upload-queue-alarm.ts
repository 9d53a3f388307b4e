/** Name of the alarm that wakes the worker while captures wait. */
export const QUEUE_ALARM = "captures.queue";

/** Schedules the next attempt to send waiting captures, in minutes (the browser's minimum is one). */
export const setQueueAlarm = (minutes = 1): Promise<void> => chrome.alarms.create(QUEUE_ALARM, { delayInMinutes: minutes });
