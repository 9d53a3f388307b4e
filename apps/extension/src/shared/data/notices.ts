/** Session-storage keys of the failures that the popup shows when it opens next: of a capture, and of a recording. */
const CAPTURE_NOTICE = "notice";
export const RECORD_NOTICE = "recordNotice";

/** Removes both. A recording that starts makes them out of date. */
export const clearNotices = (): Promise<void> => chrome.storage.session.remove([CAPTURE_NOTICE, RECORD_NOTICE]);
