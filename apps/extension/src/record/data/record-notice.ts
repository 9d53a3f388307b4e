import type { RecordFailure } from "../core/record-request.ts";
import { RECORD_NOTICE } from "../../shared/data/notices.ts";

/** A failure that no page could tell: the popup does, when it is opened next. */
export async function storeRecordNotice(failure: RecordFailure): Promise<void> {
  await chrome.storage.session.set({ [RECORD_NOTICE]: failure });
}

/** What waits to be told; null when nothing does. */
export async function readRecordNotice(): Promise<RecordFailure | null> {
  return ((await chrome.storage.session.get(RECORD_NOTICE))[RECORD_NOTICE] as RecordFailure | undefined) ?? null;
}

/** It was told, or is of no interest any more. */
export const clearRecordNotice = (): Promise<void> => chrome.storage.session.remove(RECORD_NOTICE);
