import type { RecordFailure } from "../core/record-request.ts";

const KEY = "recordNotice";

/** A failure that no page could tell: the popup does, when it is opened next. */
export async function keepRecordNotice(failure: RecordFailure): Promise<void> {
  await chrome.storage.session.set({ [KEY]: failure });
}

/** What waits to be told; null when nothing does. */
export async function readRecordNotice(): Promise<RecordFailure | null> {
  return ((await chrome.storage.session.get(KEY))[KEY] as RecordFailure | undefined) ?? null;
}

/** It was told, or is of no interest any more. */
export const clearRecordNotice = (): Promise<void> => chrome.storage.session.remove(KEY);
