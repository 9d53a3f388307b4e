import type { CaptureFailure } from "./capture-result.ts";

/** Key of the sentence that tells each failure. */
export const FAILURE_KEYS = {
  "not-capturable": "failure.notCapturable",
  "file-access": "failure.fileAccess",
  "only-visible": "failure.onlyVisible",
  pdf: "failure.pdf",
  busy: "failure.busy",
  cancelled: "failure.cancelled",
  "tab-closed": "failure.tabClosed",
  navigated: "failure.navigated",
  resized: "failure.resized",
  magnified: "failure.magnified",
  hidden: "failure.hidden",
  "disk-full": "failure.diskFull",
  "screen-refused": "failure.screenRefused",
  "signed-out": "failure.signedOut",
  offline: "failure.offline",
  "too-large": "failure.tooLarge",
  "storage-full": "failure.storageFull",
  failed: "failure.failed",
} as const satisfies Record<CaptureFailure, string>;

/** Key of the sentence for one failure: what is kept is said to be kept. */
export const failureKey = ({ reason, kept }: { reason: CaptureFailure; kept: boolean }): string =>
  reason === "failed" && kept ? "failure.failedKept" : FAILURE_KEYS[reason];
