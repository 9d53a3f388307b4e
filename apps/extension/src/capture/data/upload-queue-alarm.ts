/** Name of the alarm that wakes the worker while captures wait. */
export const QUEUE_ALARM = "captures.queue";

/** Schedules the next attempt to send waiting captures, in minutes (the browser's minimum is half a minute). */
export const setQueueAlarm = (minutes = 0.5): Promise<void> => chrome.alarms.create(QUEUE_ALARM, { delayInMinutes: minutes });
