import type { RecordFailure } from "../core/record-request.ts";
import { RECORD_NOTICE } from "../../shared/data/notices.ts";

/** Stores a failure that no page could show; the popup shows it at its next opening. */
export async function storeRecordNotice(failure: RecordFailure): Promise<void> {
  await chrome.storage.session.set({ [RECORD_NOTICE]: failure });
}

/** Returns the stored failure, or null. */
export async function readRecordNotice(): Promise<RecordFailure | null> {
  return ((await chrome.storage.session.get(RECORD_NOTICE))[RECORD_NOTICE] as RecordFailure | undefined) ?? null;
}

/** Removes the stored failure. */
export const clearRecordNotice = (): Promise<void> => chrome.storage.session.remove(RECORD_NOTICE);
